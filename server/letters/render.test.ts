import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { Letter, LetterKind, Letters } from './letter.ts'
import { render } from './render.ts'
import { isLetter } from './templates.ts'

const publicUrl = 'https://minbar.test'
const token = 'A-b_0123456789012345678901234567890123456789'
const masjidUid = '6d3f2f0e-9a4b-4a52-8f0e-3f2b1c0d9e8f'
const day = 'Friday, December 4, 2026'

const about = {
  occasion: {
    masjidUid,
    masjidName: 'Masjid An-Nur',
    city: 'Dearborn',
    stateCode: 'MI',
    date: '2026-12-04',
    time: '13:30',
  },
  khateebName: 'Yusuf Khan',
}

interface Expected<Kind extends LetterKind> {
  readonly props: Letters[Kind]
  readonly reader: 'Yusuf Khan' | 'Masjid An-Nur'
  readonly subject: string
  readonly leadsTo: string
}

const expected: { readonly [Kind in LetterKind]: Expected<Kind> } = {
  gathered: {
    props: {
      letters: [
        { kind: 'request_received', props: about },
        { kind: 'khateeb_withdrew', props: { ...about, reason: 'I am ill.' } },
      ],
    },
    reader: 'Masjid An-Nur',
    subject: '2 pieces of news about your khutbahs',
    leadsTo: '/masjid-landing',
  },
  welcome: {
    props: { name: 'Yusuf Khan', role: 'khateeb', token },
    reader: 'Yusuf Khan',
    subject: 'Welcome to Minbar: please confirm your e-mail',
    leadsTo: `/verify-email#token=${token}`,
  },
  password_reset: {
    props: { name: 'Masjid An-Nur', token },
    reader: 'Masjid An-Nur',
    subject: 'Choose a new Minbar password',
    leadsTo: `/reset-password#token=${token}`,
  },
  password_changed: {
    props: { name: 'Yusuf Khan' },
    reader: 'Yusuf Khan',
    subject: 'Your Minbar password was changed',
    leadsTo: '/login',
  },
  verify_email: {
    props: { name: 'Yusuf Khan', token },
    reader: 'Yusuf Khan',
    subject: 'Please confirm your e-mail',
    leadsTo: `/verify-email#token=${token}`,
  },
  confirm_email: {
    props: { name: 'Yusuf Khan', token },
    reader: 'Yusuf Khan',
    subject: 'Confirm your new e-mail for Minbar',
    leadsTo: `/confirm-email#token=${token}`,
  },
  email_changed: {
    props: { name: 'Masjid An-Nur', newEmail: 'board@masjid.example', token },
    reader: 'Masjid An-Nur',
    subject: 'Your e-mail at Minbar was changed',
    leadsTo: `/undo-email-change#token=${token}`,
  },
  email_restored: {
    props: { name: 'Yusuf Khan', token },
    reader: 'Yusuf Khan',
    subject: 'Your Minbar account is yours again: choose a new password',
    leadsTo: `/reset-password#token=${token}`,
  },
  email_change_undone: {
    props: { name: 'Yusuf Khan' },
    reader: 'Yusuf Khan',
    subject: 'The change of your e-mail at Minbar was undone',
    leadsTo: '/login',
  },
  account_deleted: {
    props: { name: 'Yusuf Khan' },
    reader: 'Yusuf Khan',
    subject: 'Your Minbar account was deleted',
    leadsTo: '/',
  },
  invite_received: {
    props: about,
    reader: 'Yusuf Khan',
    subject: `Masjid An-Nur invites you to give the khutbah on ${day}`,
    leadsTo: '/dashboard',
  },
  invite_revoked: {
    props: about,
    reader: 'Yusuf Khan',
    subject: `Masjid An-Nur took back its invite for ${day}`,
    leadsTo: '/dashboard',
  },
  invite_accepted: {
    props: about,
    reader: 'Masjid An-Nur',
    subject: `Yusuf Khan will give the khutbah on ${day}`,
    leadsTo: '/masjid-landing',
  },
  invite_rejected: {
    props: about,
    reader: 'Masjid An-Nur',
    subject: `Yusuf Khan can’t give the khutbah on ${day}`,
    leadsTo: '/masjid-landing',
  },
  request_received: {
    props: about,
    reader: 'Masjid An-Nur',
    subject: `Yusuf Khan asks to give the khutbah on ${day}`,
    leadsTo: '/masjid-landing',
  },
  request_revoked: {
    props: about,
    reader: 'Masjid An-Nur',
    subject: `Yusuf Khan took back the request for ${day}`,
    leadsTo: '/masjid-landing',
  },
  request_approved: {
    props: about,
    reader: 'Yusuf Khan',
    subject: `You are giving the khutbah at Masjid An-Nur on ${day}`,
    leadsTo: `/khutbah/2026-12-04?masjid=${masjidUid}`,
  },
  request_rejected: {
    props: about,
    reader: 'Yusuf Khan',
    subject: `Masjid An-Nur declined your request for ${day}`,
    leadsTo: '/dashboard',
  },
  khateeb_removed: {
    props: about,
    reader: 'Yusuf Khan',
    subject: `You are no longer giving the khutbah at Masjid An-Nur on ${day}`,
    leadsTo: `/masjid-details/${masjidUid}`,
  },
  khateeb_withdrew: {
    props: { ...about, reason: 'I have the flu.\nPlease ask Omar.' },
    reader: 'Masjid An-Nur',
    subject: `Yusuf Khan can’t give the khutbah on ${day} after all`,
    leadsTo: '/masjid-landing',
  },
  slot_removed: {
    props: { ...about, wasConfirmed: true },
    reader: 'Yusuf Khan',
    subject: `Cancelled: your khutbah at Masjid An-Nur on ${day}`,
    leadsTo: '/dashboard',
  },
  khateeb_left: {
    props: { ...about, was: 'confirmed' },
    reader: 'Masjid An-Nur',
    subject: `Yusuf Khan won’t give the khutbah on ${day}`,
    leadsTo: '/masjid-landing',
  },
  masjid_left: {
    props: { ...about, wasConfirmed: true },
    reader: 'Yusuf Khan',
    subject: `Cancelled: your khutbah at Masjid An-Nur on ${day}`,
    leadsTo: '/dashboard',
  },
  rival_confirmed: {
    props: { ...about, direction: 'invite' },
    reader: 'Yusuf Khan',
    subject: `Another khateeb gives the khutbah at Masjid An-Nur on ${day}`,
    leadsTo: '/dashboard',
  },
  khateeb_booked_elsewhere: {
    props: { ...about, direction: 'request' },
    reader: 'Masjid An-Nur',
    subject: `Yusuf Khan is no longer free on ${day}`,
    leadsTo: '/masjid-landing',
  },
}

const kinds = Object.keys(expected).filter((kind): kind is LetterKind => kind in expected)
const cases = kinds.map((kind) => ({ ...expected[kind], letter: letterOf(kind) }))
const withOccasion = cases.filter(({ props }) => 'occasion' in props)

function letterOf(kind: LetterKind): Letter {
  const letter = { kind, props: expected[kind].props }
  if (!isLetter(letter)) throw new Error(`There is no letter ${kind}.`)
  return letter
}

/** What a reader of the HTML sees. */
function seen(html: string): string {
  return html
    .replace(/<\/?bdi>/g, '')
    .replace(/<style>[^]*?<\/style>|<title>[^]*?<\/title>|<p class="brass"[^]*?<\/p>|<[^>]*>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
}

/** Its words, without the marks and the order of setting that each of the two forms has of its own. */
function wordsOf(text: string): string[] {
  return text
    .replace(/[\u2068\u2069]/g, '')
    .split(/[\s:>]+/)
    .filter((word) => word !== '')
}

test.each(cases)(
  'the letter $letter.kind says whom, where, when and what to do',
  ({ letter, reader, subject, leadsTo }) => {
    const rendered = render(letter, { publicUrl })
    expect(rendered.subject).toBe(subject)
    expect(rendered.text).toContain(`Assalamu alaikum ${reader},`)
    const links = [...rendered.html.matchAll(/href="([^"]*)"/g)].map(([, link]) =>
      link?.replaceAll('&amp;', '&'),
    )
    expect(links).toEqual([`${publicUrl}${leadsTo}`])
    expect(rendered.text).toContain(`\n${publicUrl}${leadsTo}\n`)
  },
)

test('the letter to the old address names the new one', () => {
  const { text, html } = render(letterOf('email_changed'), { publicUrl })
  for (const said of [text, html]) expect(said).toContain('board@masjid.example')
})

test.each(withOccasion)(
  'the letter $letter.kind says who, which masjid, which day and what time',
  ({ letter }) => {
    const { text } = render(letter, { publicUrl })
    for (const fact of ['Yusuf Khan', 'Masjid An-Nur', day, '1:30 PM']) expect(text).toContain(fact)
  },
)

test.each(cases)(
  'text and HTML of the letter $letter.kind say the same, in the same order',
  ({ letter, leadsTo }) => {
    const { text, html } = render(letter, { publicUrl })
    expect(wordsOf(seen(html))).toEqual(
      wordsOf(text.replace(`${publicUrl}${leadsTo}`, '').replace('\n-- \n', '\n')),
    )
  },
)

test.each([
  ['2026-12-31', '00:00', 'Thursday, December 31, 2026', '12:00 AM'],
  ['2026-03-08', '12:00', 'Sunday, March 8, 2026', '12:00 PM'],
  ['2026-11-01', '01:05', 'Sunday, November 1, 2026', '1:05 AM'],
  ['2028-02-29', '23:59', 'Tuesday, February 29, 2028', '11:59 PM'],
])('%s %s is the same day and hour wherever the server stands', async (date, time, longDate, clock) => {
  try {
    for (const zone of ['Pacific/Kiritimati', 'America/New_York', 'Pacific/Pago_Pago']) {
      vi.stubEnv('TZ', zone)
      vi.resetModules()
      const fresh = await import('./render.ts')
      const props = { ...about, occasion: { ...about.occasion, date, time } }
      const { subject, text } = fresh.render({ kind: 'invite_received', props }, { publicUrl })
      expect(subject).toContain(longDate)
      expect(text).toContain(`Date: ${longDate}\nTime: ${clock} (`)
    }
  } finally {
    vi.unstubAllEnvs()
  }
})

test('whatever the names, the HTML shows just what the text says and the subject is one line', () => {
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
      const props = { occasion: { ...about.occasion, masjidName }, khateebName }
      const { subject, text, html } = render({ kind: 'request_received', props }, { publicUrl })
      expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
      expect(wordsOf(seen(html))).toEqual(
        wordsOf(text.replace(`${publicUrl}/masjid-landing`, '').replace('\n-- \n', '\n')),
      )
    }),
  )
})
