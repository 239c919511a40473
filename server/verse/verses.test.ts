import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { arabicByKey, englishByKey } from '../../tools/build-data/verses.ts'
import { pickVerse, readVerses, verses } from './verses.ts'

const arabic = arabicByKey()
const english = englishByKey()

const bytes = (text: string | undefined) => Buffer.from(text ?? '', 'utf8')

test('there are at least fifty verses, without duplicates, including the verse about Friday prayer', () => {
  const keys = verses().map((verse) => verse.key)
  expect(keys.length).toBeGreaterThanOrEqual(50)
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys).toContain('62:9')
})

test.each(verses().map((verse) => [verse.reference, verse] as const))(
  'the Arabic of %s equals its source byte for byte',
  (_, verse) => {
    expect(bytes(verse.arabic).equals(bytes(arabic.get(verse.key)))).toBe(true)
    expect(verse.arabic).not.toContain('\uFFFD')
    expect(verse.arabic).toMatch(/^[\u0600-\u06FF ]+$/)
  },
)

test('the verses are not normalized to NFC', () => {
  expect(verses().some((verse) => verse.arabic.normalize('NFC') !== verse.arabic)).toBe(true)
})

test('the English of a verse is the text of Saheeh International, plus punctuation at the end', () => {
  for (const verse of verses()) {
    const known = english.get(verse.key)?.translation ?? 'unknown'
    expect(verse.english.startsWith(known)).toBe(true)
    expect(['.', '?', '."']).toContain(verse.english.slice(known.length))
    expect(verse.english.split('"').length % 2, `quotes in ${verse.key}`).toBe(1)
  }
})

test('the English of the verses has no footnote numbers, markup or broken characters', () => {
  expect(
    verses().filter((verse) => verse.english.trim().length < 20 || /[\d<>&\uFFFD]/.test(verse.english)),
  ).toEqual([])
})

test.each([
  [
    '39:53',
    'Az-Zumar 39:53',
    'Say, "O My servants who have transgressed against themselves [by sinning], do not despair',
  ],
  [
    '62:9',
    "Al-Jumu'ah 62:9",
    'O you who have believed, when [the adhan] is called for the prayer on the day of Jumu',
  ],
  ['55:60', 'Ar-Rahman 55:60', 'Is the reward for good [anything] but good?'],
])('the English of %s begins like the printed translation', (key, reference, opening) => {
  const verse = verses().find((verse) => verse.key === key)
  expect(verse?.reference).toBe(reference)
  expect(verse?.english.startsWith(opening)).toBe(true)
})

test('the verses are immutable', () => {
  expect(Object.isFrozen(verses()) && verses().every((verse) => Object.isFrozen(verse))).toBe(true)
})

// Removes marks and hamzas, and unifies the variants of alef and ya. The remaining consonants are the same in every edition.
const skeleton = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[^\u0621-\u063A\u0641-\u064A\u0671]|[\u0621\u0624\u0626]/g, '')
    .replaceAll(/[\u0623\u0625\u0671]/g, '\u0627')
    .replaceAll('\u0649', '\u064A')

test('both sources of the verses have the same Arabic consonants', () => {
  for (const verse of verses()) {
    expect(skeleton(verse.arabic)).toBe(skeleton(english.get(verse.key)?.arabic ?? ''))
  }
})

test('pickVerse returns each verse for an equal part of [0, 1)', () => {
  const all = verses()
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (random) => {
      expect(pickVerse(random)).toBe(all[Math.floor(random * all.length)])
    }),
  )
  expect(all.map((_, position) => pickVerse((position + 0.5) / all.length))).toEqual([...all])
})

test.each([1, -0.01, Number.NaN])('pickVerse throws a RangeError for %s', (random) => {
  expect(() => pickVerse(random)).toThrow(RangeError)
})

test('a missing file throws an error that says which command to run', () => {
  const gone = new URL('no-such-file.json', import.meta.url)
  expect(() => readVerses(gone)).toThrow(
    /^The verses .*no-such-file\.json cannot be read: run `npx tsx .*`\.$/,
  )
})
