import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { expectedLetters } from '../../../../tests/runtime/expected-letters.ts'
import { render } from '../../render.ts'
import type { LetterWithNews } from '../letter.ts'
import type { Line } from '../message.ts'
import { isNews, newsKinds } from '../news-kinds.ts'
import type { StateAtSending } from '../news-props.ts'
import { messageOf } from '../templates.ts'
import { arabic } from './arabic.ts'
import { english } from './english.ts'
import { spanish } from './spanish.ts'
import type { Translation } from './translation.ts'

const publicUrl = 'https://minbar.test'
const translations = [
  { language: 'ar', dictionary: arabic },
  { language: 'es', dictionary: spanish },
] as const

/** The modules with the texts of news. */
const modules = [
  '../news-for-khateebs.ts',
  '../news-for-masjids.ts',
  '../digest.ts',
  '../masjid-moved.ts',
  '../slot-moved.ts',
  '../closed-proposal-lines.ts',
  '../slot-facts.ts',
  '../../render-text.ts',
]

/** The texts of all `line` templates in these modules, except texts without letters of the alphabet. */
const sentences = [...new Set(modules.flatMap(templatesIn))].filter((it) => /\p{L}/u.test(it)).toSorted()

function templatesIn(path: string): string[] {
  const source = readFileSync(new URL(path, import.meta.url), 'utf8')
  return [...source.matchAll(/\bline`([^`]*)`/g)].map(([, template = '']) => {
    let count = 0
    // A placeholder contains at most two levels of braces.
    return template.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, () => `{${count++}}`)
  })
}

test.each(translations)(
  'the dictionary for $language translates every sentence of the news, and has no other entries',
  ({ dictionary }) => {
    expect(Object.keys(dictionary).toSorted()).toEqual(sentences)
  },
)

const placeholdersOf = (text: string) => [...new Set(text.match(/\{\d+\}/g))].toSorted()

test.each([...translations, { language: 'en', dictionary: english }])(
  'each translation in the dictionary for $language has the placeholders of its sentence',
  ({ dictionary }) => {
    for (const [text, translation] of Object.entries<Translation>(dictionary)) {
      const whole = typeof translation === 'string' ? translation : translation.other
      expect(placeholdersOf(whole)).toEqual(placeholdersOf(text))
      // A plural form may omit only the last placeholder, which is the number: “one more” instead of “{1} more”.
      const required = placeholdersOf(text).slice(0, -1)
      for (const form of typeof translation === 'string' ? [] : Object.values(translation)) {
        expect(placeholdersOf(text)).toEqual(expect.arrayContaining(placeholdersOf(form)))
        expect(placeholdersOf(form)).toEqual(expect.arrayContaining(required))
      }
    }
  },
)

test.each([...translations, { language: 'en', dictionary: english }])(
  'each translation with plural forms has all plural forms of $language',
  ({ language, dictionary }) => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
    const plurals = Object.values<Translation>(dictionary).filter((it) => typeof it === 'object')
    expect(plurals.map((it) => Object.keys(it).toSorted())).toEqual(
      plurals.map(() => pluralCategories.toSorted()),
    )
  },
)

/** Names in Chinese, because no letter is written in Chinese. So all other text in a rendered letter is our own. */
const place = { address: '光明路一', city: '光明', stateCode: '州', zipCode: '48126' }
const names = {
  occasion: {
    ...expectedLetters.invite_received.props.occasion,
    ...place,
    masjidName: '光明寺',
  },
  khateebName: '優素福',
  reason: '我生病了',
  memberName: '愛莎',
}

const closedProposals = (['invite', 'request'] as const).flatMap((direction) =>
  Array.from({ length: 7 }, () => ({
    direction,
    otherSide: '清真寺',
    date: '2026-12-04',
    time: '13:00',
    timeZone: 'America/Detroit',
  })),
)

const described = { language: 'ur', note: '停車場', movedTo: null }
const movedTo = { date: '2026-12-11', time: '13:30', timeZone: 'America/Detroit' }

/** The states in which the text of some news differs. The test of all sentences fails if a state is missing. */
const states: readonly StateAtSending[] = [
  { isOpen: true, isConfirmed: true, awaitsReconfirmation: true, ...described },
  { isOpen: false, isConfirmed: true, awaitsReconfirmation: false, ...described },
  { isOpen: false, isConfirmed: false, awaitsReconfirmation: false, language: null, note: '', movedTo },
]

const movedSlots = (['confirmed', 'invite', 'request'] as const).flatMap((was) =>
  Array.from({ length: 8 }, () => ({ slotId: 'a', rowId: 'a', date: '2026-12-04', time: '13:30', was })),
)

/**
 * The lists of moved slots in the variants, by `was`. Only one of the three lists is long, because long lists take long to render. The list
 * for `invite` has one confirmed slot and one invite.
 */
const movedSlotsFor = { confirmed: movedSlots, invite: movedSlots.slice(7, 9), request: [] }

/**
 * The possible places of the masjid before its move: another address and its present one, each in three time zones. Clocks in Chicago show
 * another time than in the present zone, clocks in New York show the same time, and Detroit is the present zone.
 */
const places = ['光明路二', place.address].flatMap((address) =>
  ['America/Chicago', 'America/New_York', 'America/Detroit'].map((timeZone) => ({
    ...place,
    address,
    timeZone,
  })),
)

/** Each kind of news in each of its variants. A kind ignores props that it does not use. */
const variants: readonly LetterWithNews[] = newsKinds.flatMap((kind) =>
  states.flatMap((stateAtSending) =>
    (['confirmed', 'invite', 'request'] as const).flatMap((was) =>
      (kind === 'masjid_moved' ? places : places.slice(0, 1)).flatMap((before) => {
        const { awaitsReconfirmation } = stateAtSending
        const example = Object.entries(expectedLetters).find(([it]) => it === kind)?.[1].props
        const props = {
          ...example,
          ...names,
          stateAtSending,
          was,
          before,
          awaitsReconfirmation,
          direction: was === 'invite' ? 'invite' : 'request',
          // An event is replaced only if the masjid has removed its slot.
          ...(was === 'confirmed' && { formerSlotId: 'a' }),
          // `from` is undefined if the masjid has changed its time zone instead of moving the slot. To cover this case, the letters that
          // say that the slot is open have no `from`.
          ...(kind === 'proposal_closed_by_move' && stateAtSending.isOpen && { from: undefined }),
          // The former start that the khateeb had agreed to, was invited for, or had requested.
          ...(kind === 'slot_removed' && { from: { date: '2026-12-04', time: '13:00' } }),
          // Long lists take long to render, so they occur only once for each kind and state.
          closed: was === 'confirmed' ? closedProposals : [],
          slots: movedSlotsFor[was].map((it) => ({ ...it, awaitsReconfirmation })),
        }
        const letter = { kind, props }
        return isNews(letter) ? [letter] : []
      }),
    ),
  ),
)

/** Digests of various lengths, also with more items than a digest lists. Steps of 37 variants give them news of many kinds. */
const digests = [2, 3, 4, 13, 50, 143].map((count) => ({
  kind: 'gathered' as const,
  props: {
    letters: Array.from({ length: count }, (_, index) => variants[(index * 37) % variants.length]).filter(
      (it) => it !== undefined,
    ),
  },
}))

/** Digests of invites, from one masjid and from two. */
const invites = variants.filter((it) => it.kind === 'invite_received').slice(0, 2)
const otherMasjidsInvites = invites.map((it) => ({
  ...it,
  props: { ...it.props, occasion: { ...it.props.occasion, masjidUid: 'other' } },
}))
const digestsOfInvites = [invites, [...invites, ...otherMasjidsInvites]].map((found) => ({
  kind: 'gathered' as const,
  props: { letters: found },
}))

const urgentNews = variants.filter(({ kind }) => kind === 'khateeb_withdrew').slice(0, 2)
const letters = [
  ...variants,
  ...digests,
  ...digestsOfInvites,
  { kind: 'gathered' as const, props: { letters: urgentNews } },
]

/** Returns the texts of all lines in a message. */
function textsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const text = isLine(value) ? [value.text] : []
  return [...text, ...Object.values(value).flatMap(textsIn)]
}

function isLine(value: object): value is Line {
  return 'text' in value && 'values' in value
}

test('every sentence of news is in one of the letters that these tests render', () => {
  const said = new Set(letters.flatMap((it) => textsIn(messageOf(it))))
  const ofEveryLetter = new Set(templatesIn('../../render-text.ts'))
  expect(sentences.filter((it) => !said.has(it) && !ofEveryLetter.has(it))).toEqual([])
})

const disownToken = 'A-b_0123456789012345678901234567890123456789'

/** Returns our own words in a letter: without URLs, names, the product’s name, and the places in the names of time zones. */
function wordsIn(text: string): string {
  return text.replaceAll(/https:\S+|minbar\.test|Minbar|Chicago|Detroit|New York|\p{Script=Han}+/gu, '')
}

/** Returns the text that a reader of an HTML letter sees. */
const visibleText = (html: string) => html.replaceAll(/<style>.*?<\/style>|<[^>]*>/gsu, '\n')

test('news in Arabic contains no character of the Latin alphabet, except in URLs and names', () => {
  for (const letter of letters) {
    const { subject, text, html } = render(letter, { publicUrl, language: 'ar', disownToken })
    expect(wordsIn(`${subject}\n${text}\n${visibleText(html)}`)).not.toMatch(/\p{Script=Latin}/u)
    expect(html).toContain('<html lang="ar" dir="rtl">')
  }
})

test('news in Spanish contains no English line', () => {
  for (const letter of letters) {
    const { subject, text } = render(letter, { publicUrl, language: 'es', disownToken })
    const inEnglish = render(letter, { publicUrl, language: 'en', disownToken })
    const linesInEnglish = new Set([inEnglish.subject, ...inEnglish.text.split('\n')])
    const same = [subject, ...text.split('\n')].filter(
      (it) => /\p{Script=Latin}/u.test(wordsIn(it)) && linesInEnglish.has(it),
    )
    expect(same).toEqual([])
    expect(wordsIn(text)).not.toMatch(/\b(the|your|has|is|was|khutbah|masjid|khateeb|at|on|more)\b/iu)
  }
})

const example = expectedLetters.request_received.props

test('the subject of an Arabic digest has the right plural form, and the digits that are usual in the United States', () => {
  const subjects = [3, 12, 101].map((count) => {
    const items = Array.from(
      { length: count },
      () => ({ kind: 'request_received', props: { ...example } }) as const,
    )
    return render({ kind: 'gathered', props: { letters: items } }, { publicUrl, language: 'ar' }).subject
  })
  expect(subjects).toEqual(['3 أخبار عن خطبكم', '12 خبرًا عن خطبكم', '101 خبر عن خطبكم'])
})

function textIn(language: 'ar' | 'es'): string {
  return render({ kind: 'request_received', props: example }, { publicUrl, language }).text
}

test('dates and times in Arabic and Spanish letters have the format of their language', () => {
  expect(textIn('ar').replaceAll(/[\u2068\u2069]/g, '')).toContain(
    'التاريخ: الجمعة، 4 ديسمبر 2026\nالوقت: 1:30 م (التوقيت الرسمي الشرقي لأمريكا الشمالية)\n',
  )
  expect(textIn('es')).toContain(
    'Fecha: viernes, 4 de diciembre de 2026\nHora: 1:30 p.m. (hora estándar oriental)\n',
  )
})

test('an Arabic letter isolates names and dates, so that they cannot change the direction of the text around them', () => {
  const { subject, text, html } = render(
    { kind: 'request_received', props: example },
    { publicUrl, language: 'ar' },
  )
  expect(subject).toBe('يودّ \u2068Yusuf Khan\u2069 إلقاء الخطبة يوم \u2068الجمعة، 4 ديسمبر 2026\u2069')
  expect(text).toContain('السلام عليكم \u2068Masjid An-Nur\u2069،\n')
  expect(html).toContain('<bdi>1 Main Street, Dearborn, MI 48126</bdi>')
})

test('an Arabic letter isolates the city and the state of a masjid together, so that the city stays before the state', () => {
  const { html } = render({ kind: 'invite_received', props: example }, { publicUrl, language: 'ar' })
  expect(html).toContain('(<bdi>Dearborn, MI</bdi>)')
})
