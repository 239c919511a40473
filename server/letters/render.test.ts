import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import {
  commonProps,
  expectedLetters,
  proposalId,
  publicUrl,
  slotDateInWords,
} from '../../tests/runtime/expected-letters.ts'
import type { Letter, LetterKind } from './content/letter.ts'
import { isNews } from './content/news-kinds.ts'
import { isLetter } from './content/templates.ts'
import { render } from './render.ts'

const kinds = Object.keys(expectedLetters).filter((kind): kind is LetterKind => kind in expectedLetters)
const cases = kinds.map((kind) => ({ ...expectedLetters[kind], letter: letterOf(kind) }))
const casesWithOccasion = cases.filter(({ props }) => 'occasion' in props)

function letterOf(kind: LetterKind): Letter {
  const letter = { kind, props: expectedLetters[kind].props }
  if (!isLetter(letter)) throw new Error(`There is no letter ${kind}.`)
  return letter
}

/** Returns the visible text of an HTML document. */
function visibleText(html: string): string {
  return html
    .replace(/<\/?bdi>/g, '')
    .replace(/<style>[^]*?<\/style>|<title>[^]*?<\/title>|<p class="brass"[^]*?<\/p>|<[^>]*>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
}

/** Returns the words of a text, without isolate marks and without the punctuation in which plain text and HTML differ. */
function wordsOf(text: string): string[] {
  return text
    .replace(/[\u2068\u2069]/g, '')
    .split(/[\s:>]+/)
    .filter((word) => word !== '')
}

/** Returns the targets of all links, in order. */
function linksIn(html: string): (string | undefined)[] {
  return [...html.matchAll(/href="([^"]*)"/g)].map(([, link]) => link?.replaceAll('&amp;', '&'))
}

/** Returns the text without URLs and without the delimiter of its footer, which the HTML does not show. */
function withoutUrls(text: string): string {
  return text.replaceAll(/https:\S+/g, '').replace('\n-- \n', '\n')
}

/** Returns the letter about a used recovery code, after which `left` codes are unused. */
function usedCodeLetter(left: number | null) {
  return render({ kind: 'recovery_code_used', props: { name: 'Yusuf Khan', left } }, { publicUrl })
}

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

const mapLink =
  'https://www.google.com/maps/search/?api=1&query=1%20Main%20Street%2C%20Dearborn%2C%20MI%2048126'

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

test('a letter to an unconfirmed address has a “This isn’t me” link, in text and HTML', () => {
  const disownToken = 'A-b_0123456789012345678901234567890123456789'
  const { text, html } = render(letterOf('invite_received'), { publicUrl, disownToken })
  const link = `${publicUrl}/this-isnt-me#token=${disownToken}`
  expect(text).toContain(`This isn’t me:\n${link}\n`)
  expect(html).toMatch(new RegExp(`href="${link}"[^>]*>This isn’t me</a>`))
  expect(wordsOf(visibleText(html))).toEqual(wordsOf(withoutUrls(text)))
})

test.each(['en', 'ar', 'es'] as const)(
  'news in the language “%s” links to the news settings of its party, in text and HTML',
  (language) => {
    const partyUid = commonProps.khateebUid
    const { text, html } = render(letterOf('invite_received'), { publicUrl, partyUid, language })
    const link = `${publicUrl}/account?open=news&as=${partyUid}`
    const label = {
      en: 'Choose which news we email you, and when',
      ar: 'اختاروا الأخبار التي نرسلها إليكم، ومتى',
      es: 'Elige qué noticias te enviamos y cuándo',
    }[language]
    expect(text).toContain(`${label}:\n${link}\n`)
    expect(html).toContain(`>${label}</a>`)
    expect(linksIn(html).at(-1)).toBe(link)
  },
)

test('a letter about the recipient’s own account has no link to the news settings', () => {
  const { text, html } = render(letterOf('email_restored'), { publicUrl })
  expect(text + html).not.toContain('/account')
})

test('the letter about a moved masjid has its old and new address and time zone, and each of the khateeb’s slots', () => {
  const { text } = render(letterOf('masjid_moved'), { publicUrl })
  expect(text).toContain(`
Old address: 5 Old Road, Chicago, IL 60601
New address: 1 Main Street, Dearborn, MI 48126
Open the map: ${mapLink}
Old time zone: Central Standard Time (Chicago)
New time zone: Eastern Standard Time (Detroit)
You are confirmed: Friday, December 4, 2026 at 1:30 PM (Eastern Standard Time)
Confirm again: ${publicUrl}/dashboard?row=${commonProps.occasion.slotId}
You asked to lead: Friday, December 11, 2026 at 2:00 PM (Eastern Standard Time)
See your request: ${publicUrl}/dashboard?row=${proposalId}
`)
  expect(text).toContain('Please confirm on your dashboard that you can still come, or withdraw.')
})

test.each(casesWithOccasion.filter(({ letter }) => letter.kind !== 'masjid_moved'))(
  'the letter $letter.kind has the address, a map link and the time zone',
  ({ letter }) => {
    const { text, html } = render(letter, { publicUrl })
    expect(text).toMatch(/^(Time|New time): .*1:30 PM \(Eastern Standard Time\)$/mu)
    expect(text).toContain(`Address: 1 Main Street, Dearborn, MI 48126\nOpen the map: ${mapLink}\n`)
    expect(linksIn(html)[0]).toBe(mapLink)
  },
)

test('a digest has the old and the new address of a masjid that has moved', () => {
  const moved = letterOf('masjid_moved')
  if (moved.kind !== 'masjid_moved') throw new Error('The letter is about a move.')
  const letters = [moved, { kind: 'invite_received', props: commonProps } as const]
  const { text } = render({ kind: 'gathered', props: { letters } }, { publicUrl })
  expect(text).toContain('Old address: 5 Old Road, Chicago, IL 60601\nNew address: 1 Main Street')
})

test('a digest has the time of each service, and lists outdated news last, under “Before that”', () => {
  const letters = [
    { kind: 'request_approved', props: commonProps },
    { kind: 'khateeb_removed', props: commonProps },
    {
      kind: 'invite_received',
      props: { ...commonProps, occasion: { ...commonProps.occasion, slotId: 'b', time: '12:00' } },
    },
  ] as const
  const { subject, text } = render({ kind: 'gathered', props: { letters } }, { publicUrl })
  const on = 'Friday, December 4, 2026'
  expect(subject).toBe(`You are no longer giving the khutbah at Masjid An-Nur on ${on} (and 2 more updates)`)
  const facts = text.split('\n').filter((it) => it.includes(' at ') && it.includes('Standard Time'))
  expect(facts).toEqual([
    expect.stringMatching(`^${on} at 1:30 PM \\(Eastern Standard Time\\): You are no longer giving`),
    expect.stringMatching(`^${on} at 12:00 PM \\(Eastern Standard Time\\): .*invite`),
    expect.stringMatching(`^Before that, ${on} at 1:30 PM \\(Eastern Standard Time\\): You are giving`),
  ])
})

/** Returns the subject of a digest with one invite from each of these masjids. */
function subjectOfInvites(...masjids: readonly string[]): string {
  const letters = masjids.map((masjidUid, index) => ({
    kind: 'invite_received' as const,
    props: { ...commonProps, occasion: { ...commonProps.occasion, masjidUid, slotId: `slot-${index}` } },
  }))
  return render({ kind: 'gathered', props: { letters } }, { publicUrl }).subject
}

test('the subject of a digest of invites has the number of invites, and the masjid’s name if one masjid sent all of them', () => {
  expect(subjectOfInvites('a', 'a', 'a')).toBe('Masjid An-Nur invites you to give 3 khutbahs')
  expect(subjectOfInvites('a', 'b')).toBe('2 invites to give khutbahs')
})

test('a digest links each piece of news to its row on the dashboard', () => {
  const { html } = render(letterOf('gathered'), { publicUrl })
  const landing = `${publicUrl}/masjid-landing`
  expect(linksIn(html)).toEqual([
    // Urgent news comes first.
    `${landing}?row=${commonProps.occasion.slotId}`,
    mapLink,
    `${landing}?row=${proposalId}`,
    mapLink,
    landing,
  ])
})

test('each item of a digest has the time, address, map link and row of its own service', () => {
  const elsewhere = { ...commonProps.occasion, slotId: 'b', time: '12:00', address: '9 Elm Street' }
  const letters = [
    { kind: 'invite_received', props: commonProps },
    { kind: 'request_approved', props: { ...commonProps, occasion: elsewhere } },
  ] as const
  const { text } = render({ kind: 'gathered', props: { letters } }, { publicUrl })
  const on = 'Friday, December 4, 2026'
  expect(text).toContain(`
${on} at 12:00 PM (Eastern Standard Time): You are giving the khutbah at Masjid An-Nur on ${on}
See the khutbah: ${publicUrl}/dashboard?row=b
9 Elm Street, Dearborn, MI 48126 (map): ${mapLink.replace('1%20Main', '9%20Elm')}

${on} at 1:30 PM (Eastern Standard Time): Masjid An-Nur invites you to give the khutbah on ${on}
Accept or reject: ${publicUrl}/dashboard?row=${proposalId}
1 Main Street, Dearborn, MI 48126 (map): ${mapLink}
`)
})

test('a digest has no address for a service that was canceled', () => {
  const props = { ...commonProps, was: 'confirmed' } as const
  const letters = [
    { kind: 'slot_removed', props },
    { kind: 'masjid_left', props: { ...props, occasion: { ...props.occasion, slotId: 'b' } } },
  ] as const
  expect(render({ kind: 'gathered', props: { letters } }, { publicUrl }).text).not.toContain('Main Street')
})

test('a digest with an update of a calendar event says that the khateeb has not confirmed the new time', () => {
  const awaitsReconfirmation = {
    isOpen: false,
    isConfirmed: true,
    awaitsReconfirmation: true,
    language: null,
    note: '',
    movedTo: null,
  }
  const letters = [
    { kind: 'invite_received', props: { ...commonProps, khateebUid: 'another' } },
    { kind: 'khateeb_event_updated', props: { ...commonProps, stateAtSending: awaitsReconfirmation } },
  ] as const
  const { text } = render({ kind: 'gathered', props: { letters } }, { publicUrl })
  expect(text).toContain('You haven’t confirmed the new time yet.')
})

test('a digest lists all of the khateeb’s services at a moved masjid, each with a link to its row', () => {
  const letters = [letterOf('masjid_moved'), letterOf('invite_received')].filter(isNews)
  const { text } = render({ kind: 'gathered', props: { letters } }, { publicUrl })
  expect(text).toContain(`You are confirmed: Friday, December 4, 2026 at 1:30 PM (Eastern Standard Time)
Confirm again: ${publicUrl}/dashboard?row=${commonProps.occasion.slotId}
You asked to lead: Friday, December 11, 2026 at 2:00 PM (Eastern Standard Time)
See your request: ${publicUrl}/dashboard?row=${proposalId}
`)
})

test('the letter about a change of email contains the new address', () => {
  const { text, html } = render(letterOf('email_changed'), { publicUrl })
  for (const said of [text, html]) expect(said).toContain('board@masjid.example')
})

test('the letter about a recovery code that was used to renew the codes has no number of unused codes, and says that the old codes no longer work', () => {
  const [{ text: afterUse }, { text: afterRenewal }] = [usedCodeLetter(9), usedCodeLetter(null)]
  expect(afterUse).toContain('Unused codes: 9.')
  expect(afterRenewal).not.toContain('Unused codes')
  expect(afterRenewal).toContain('The old ones no longer work.')
})

test('the letter about an approval shows the time zone of each closed proposal', () => {
  const closed = [
    {
      direction: 'request',
      otherSide: 'Masjid al-Bahr',
      date: '2026-12-04',
      time: '12:30',
      timeZone: 'America/Chicago',
    },
  ] as const
  const { text } = render({ kind: 'request_approved', props: { ...commonProps, closed } }, { publicUrl })
  const day = 'Friday, December 4, 2026'
  expect(text).toContain(
    `request to Masjid al-Bahr for ${day} at 12:30 PM (Central Standard Time) was closed`,
  )
})

test.each([
  ['confirmed', 'you won’t be giving'],
  ['invite', 'so its invite to you is closed'],
  ['request', 'so your request is closed'],
] as const)(
  'the letters about a removed slot and about a deleted masjid, to a khateeb with the standing %s, contain “%s”',
  (was, what) => {
    for (const kind of ['slot_removed', 'masjid_left'] as const) {
      expect(render({ kind, props: { ...commonProps, was } }, { publicUrl }).text).toContain(what)
    }
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
