import { readFileSync } from 'node:fs'
import * as z from 'zod'
import type { Verse } from '../../server/verse/verses.ts'
import { chosenVerses } from './chosen-verses.ts'
import { packageFile } from './sources.ts'

export const versePackages = ['quran-validator', 'quran-json']

const arabicVersesSchema = z.array(z.object({ surah: z.number(), ayah: z.number(), text: z.string() }))

const englishSurahsSchema = z.array(
  z.object({
    id: z.number(),
    transliteration: z.string(),
    verses: z.array(z.object({ id: z.number(), text: z.string(), translation: z.string() })),
  }),
)

const readJson = (name: string, path: string): unknown =>
  JSON.parse(readFileSync(packageFile(name, path), 'utf8'))

/** Returns the Uthmani text of every verse by `surah:ayah`, as quran-validator has it. */
export function arabicByKey(): Map<string, string> {
  const all = arabicVersesSchema.parse(readJson('quran-validator', 'data/quran-verses.min.json'))
  return new Map(all.map(({ surah, ayah, text }) => [`${surah}:${ayah}`, text]))
}

/** A verse from quran-json. Its `arabic` has wrong diacritics in 3,518 verses, so use it only to compare letters, and never show it. */
export type TranslatedVerse = {
  readonly surah: string
  readonly translation: string
  readonly arabic: string
}

/**
 * Returns the English verses (Saheeh International, in quran-json's `en`) by `surah:ayah`. They lack the punctuation at the end of a verse.
 */
export function englishByKey(): Map<string, TranslatedVerse> {
  const surahs = englishSurahsSchema.parse(readJson('quran-json', 'dist/quran_en.json'))
  return new Map(
    surahs.flatMap(({ id, transliteration, verses }) =>
      verses.map((verse) => [
        `${id}:${verse.id}`,
        { surah: transliteration, translation: verse.translation, arabic: verse.text },
      ]),
    ),
  )
}

/** Returns the chosen verses in Arabic and English. Throws if a package lacks one. */
export function buildVerses(): { verses: Verse[] } {
  const arabic = arabicByKey()
  const english = englishByKey()
  const verses = [...chosenVerses].map(([key, ending]) => {
    const text = arabic.get(key)
    const meaning = english.get(key)
    if (!text || !meaning) throw new Error(`Verse ${key} is not in both packages.`)
    return {
      key,
      reference: `${meaning.surah} ${key}`,
      arabic: text,
      english: meaning.translation + ending,
    }
  })
  return { verses }
}
