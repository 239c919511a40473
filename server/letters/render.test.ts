import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import {
  commonProps,
  expectedLetters,
  publicUrl,
  slotDateInWords,
} from '../../tests/runtime/expected-letters.ts'
import {
  letterOf,
  linksIn,
  mapLink,
  visibleText,
  withoutUrls,
  wordsOf,
} from '../../tests/runtime/rendered-letters.ts'
import type { LetterKind } from './content/letter.ts'
import { render } from './render.ts'

const kinds = Object.keys(expectedLetters).filter((kind): kind is LetterKind => kind in expectedLetters)
const cases = kinds.map((kind) => ({ ...expectedLetters[kind], letter: letterOf(kind) }))
const casesWithOccasion = cases.filter(({ props }) => 'occasion' in props)

test.each(cases)(
  'the letter $letter.kind has the expected subject, greeting and button link',
  ({ letter, reader, subject, leadsTo }) => {
    const rendered = render(letter, { publicUrl })
    expect(rendered.subject).toBe(subject)
    expect(rendered.text).toContain(`Assalamu alaikum${reader === null ? '' : ` ${reader}`},`)
    const links = linksIn(rendered.html).filter((it) => it?.includes('/no-more-invitations') !== true)
    expect(links.at(-1)).toBe(`${publicUrl}${leadsTo}`)
    expect(rendered.text).toContain(`\n${publicUrl}${leadsTo}\n`)
  },
)

const casesWithSlot = cases.filter(({ props }) => 'slot' in props && props.slot !== null)

test.each(casesWithSlot)(
  'the letter $letter.kind to or about an invited khateeb has the date and time of the slot',
  ({ letter }) => {
    const { text } = render(letter, { publicUrl })
    expect(text).toContain('Friday, December 4, 2026')
    expect(text).toContain('1:30 PM (Eastern Standard Time)')
  },
)

test.each(casesWithSlot.filter(({ letter }) => letter.kind !== 'invited_khateeb_declined'))(
  'the letter $letter.kind to an invited khateeb has the address of the masjid',
  ({ letter }) => {
    const { text } = render(letter, { publicUrl })
    expect(text).toContain(`Address: 1 Main Street, Dearborn, MI 48126\nOpen the map: ${mapLink}\n`)
  },
)

test.each(casesWithOccasion.filter(({ letter }) => letter.kind !== 'masjid_moved'))(
  'the letter $letter.kind has the address, a map link and the time zone',
  ({ letter }) => {
    const { text, html } = render(letter, { publicUrl })
    expect(text).toMatch(/^(Time|New time): .*1:30 PM \(Eastern Standard Time\)$/mu)
    expect(text).toContain(`Address: 1 Main Street, Dearborn, MI 48126\nOpen the map: ${mapLink}\n`)
    expect(linksIn(html)[0]).toBe(mapLink)
  },
)

test.each(casesWithOccasion)(
  'the letter $letter.kind contains the khateeb’s and the masjid’s name, the date and the time',
  ({ letter }) => {
    const { text } = render(letter, { publicUrl })
    for (const fact of ['Yusuf Khan', 'Masjid An-Nur', slotDateInWords, '1:30 PM'])
      expect(text).toContain(fact)
  },
)

test.each(cases)(
  'text and HTML of the letter $letter.kind have the same words in the same order',
  ({ letter }) => {
    const { text, html } = render(letter, { publicUrl })
    expect(wordsOf(visibleText(html))).toEqual(wordsOf(withoutUrls(text)))
  },
)

test.each([
  ['2026-12-31', '00:00', 'Thursday, December 31, 2026', '12:00 AM'],
  ['2026-03-08', '12:00', 'Sunday, March 8, 2026', '12:00 PM'],
  ['2026-11-01', '01:05', 'Sunday, November 1, 2026', '1:05 AM'],
  ['2028-02-29', '23:59', 'Tuesday, February 29, 2028', '11:59 PM'],
])(
  'a letter shows the slot’s date %s and time %s in every time zone of the server',
  async (date, time, longDate, clock) => {
    try {
      for (const zone of ['Pacific/Kiritimati', 'America/New_York', 'Pacific/Pago_Pago']) {
        vi.stubEnv('TZ', zone)
        vi.resetModules()
        const fresh = await import('./render.ts')
        const props = { ...commonProps, occasion: { ...commonProps.occasion, date, time } }
        const { subject, text } = fresh.render({ kind: 'invite_received', props }, { publicUrl })
        expect(subject).toContain(longDate)
        expect(text).toContain(`Date: ${longDate}\nTime: ${clock} (`)
      }
    } finally {
      vi.unstubAllEnvs()
    }
  },
)

test('a letter with any names has one subject line, and the same words in text and HTML', () => {
  const unruly = fc.constantFrom(
    '<',
    '>',
    '&',
    '"',
    "'",
    ' ',
    '\r\n',
    '\u2028',
    '\u2069',
    '\u202e',
    'א',
    'ع',
    '👳🏽',
  )
  const anything = fc.nat(0x2fff).map((code) => String.fromCodePoint(code))
  const words = fc.string({ unit: fc.oneof(unruly, anything), maxLength: 30 })
  fc.assert(
    fc.property(words, words, (khateebName, masjidName) => {
      const props = { ...commonProps, occasion: { ...commonProps.occasion, masjidName }, khateebName }
      const { subject, text, html } = render({ kind: 'request_received', props }, { publicUrl })
      expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
      expect(wordsOf(visibleText(html))).toEqual(wordsOf(withoutUrls(text)))
    }),
  )
})
