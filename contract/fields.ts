import * as z from 'zod/mini'
import { toAsciiDigits } from './ascii-digits.ts'
import { fault } from './fault-encoding.ts'

/** Code points, as PostgreSQL's char_length counts them; UTF-16 units would punish 4-byte text. */
function characters(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/**
 * Control characters, lone surrogates and those that turn the direction of all that follows: nothing shows them, and
 * PostgreSQL refuses some of them.
 */
const unshowable = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u
const unshowableButLines = /[^\P{Cc}\n\t]|[\p{Cs}\u202a-\u202e\u2066-\u2069]/u
/**
 * More marks on one letter than any writing has: Unicode's Stream-Safe Text Format (UAX #15, 13) allows 30. To put 30,000 into
 * their order takes a process seconds, in which it answers nobody.
 */
const endlessMarks = /\p{M}{31}/u

/** Puts a text into one of Unicode's normal forms; one with endless marks is refused with `error`, and nothing more is judged of it. */
function normalized(form: 'NFC' | 'NFKC', error: string) {
  return [
    z.refine<string>((value) => !endlessMarks.test(value), { error, abort: true }),
    z.overwrite<string>((value) => value.normalize(form)),
  ] as const
}

/** Something to see: neither a space nor one of the characters that no font draws. */
const visible = /[^\p{Z}\p{Default_Ignorable_Code_Point}]/u

interface TextOptions {
  /** The least number of characters; 0 lets it be empty. */
  readonly min?: number
  /** New lines and tabs may stand in it. */
  readonly lines?: boolean
}

/** What is written in words: the beginning of the codes of its faults. */
type TextName =
  | 'first_name'
  | 'last_name'
  | 'bio'
  | 'expertise'
  | 'masjid_name'
  | 'masjid_address'
  | 'time_zone'
  | 'reason'
  | 'search'

/** Trimmed, NFC, well-formed text of `min` to `max` characters without control characters. */
export function text(name: TextName, max: number, { min = 1, lines = false }: TextOptions = {}) {
  const required = fault(`${name}_required`)
  const notShown = fault(`${name}_not_shown`)
  return z.string({ error: required }).check(
    ...normalized('NFC', notShown),
    z.overwrite((value) => value.trim()),
    z.refine((value) => min === 0 || (visible.test(value) && characters(value) >= min), { error: required }),
    z.refine((value) => value.length <= max || characters(value) <= max, {
      error: fault(`${name}_too_long`, { limit: max }),
    }),
    z.refine((value) => !(lines ? unshowableButLines : unshowable).test(value), {
      error: notShown,
    }),
  )
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The uid of a person or the id of a thing: a UUID, in lower case. */
export function id(field: string) {
  return z.string({ error: fault('id_required', { field }) }).check(
    z.overwrite((value) => value.trim().toLowerCase()),
    z.regex(uuid, { error: fault('id_not_valid', { field }) }),
  )
}

/** The caller's own uid; `me` stands for it. */
export function ownUid(field: string) {
  return z.string({ error: fault('id_required', { field }) }).check(
    z.overwrite((value) => value.trim().toLowerCase()),
    z.refine((value) => value === 'me' || uuid.test(value), { error: fault('id_not_valid', { field }) }),
  )
}

const notAnEmail = fault('email_not_valid')

/** An e-mail address in the one form it is stored and compared in: trimmed and in lower case. */
export const email = z.string({ error: fault('email_required') }).check(
  ...normalized('NFC', notAnEmail),
  z.overwrite((value) => value.trim().toLowerCase()),
  z.minLength(1, { error: fault('email_required') }),
  z.maxLength(254, { error: fault('email_too_long', { limit: 254 }) }),
  z.email({ error: notAnEmail }),
)

const notTyped = fault('password_not_typed')

/**
 * A password as typed, in NFC so that two keyboards agree; never trimmed. What it must be like is the operator's
 * policy, which the server applies where a password is chosen.
 */
export const password = z.string({ error: fault('password_required') }).check(
  ...normalized('NFC', notTyped),
  z.minLength(1, { error: fault('password_required') }),
  z.maxLength(1024, { error: fault('password_endless') }),
  z.refine((value) => !unshowable.test(value), { error: notTyped }),
)

/** The secret of a link in a letter. */
export const linkToken = z
  .string({ error: fault('link_incomplete') })
  .check(z.regex(/^[A-Za-z0-9_-]{43}$/, { error: fault('link_incomplete') }))

const notTenDigits = fault('phone_not_valid')

/** A US phone number as ten digits. A leading 1 of eleven is dropped; extensions and letters are refused, never cut off. */
export const phone = z.string({ error: fault('phone_required') }).check(
  ...normalized('NFKC', notTenDigits),
  z.overwrite((value) => toAsciiDigits(value).trim()),
  z.minLength(1, { error: fault('phone_required') }),
  // NFKC makes every space of a line a plain one.
  z.regex(/^[\d ()+.\-‐-―]*$/u, { error: notTenDigits }),
  z.overwrite((value) => value.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')),
  z.regex(/^\d{10}$/, { error: notTenDigits }),
)

/** A five-digit US ZIP; the four digits after a dash are dropped, leading zeros stay. */
export const zipCode = z.string({ error: fault('zip_required') }).check(
  z.overwrite((value) => toAsciiDigits(value).trim()),
  z.minLength(1, { error: fault('zip_required') }),
  z.regex(/^\d{5}(-\d{4})?$/, { error: fault('zip_not_valid') }),
  z.overwrite((value) => value.slice(0, 5)),
)

const notAWebsite = fault('website_not_valid')

/** An http(s) address with a dotted host name; `https://` is added where it is missing. Empty means none. */
export const website = z.string({ error: notAWebsite }).check(
  ...normalized('NFC', notAWebsite),
  z.overwrite((value) => value.trim()),
  // Any other scheme (javascript:, mailto:) becomes a host without a dot, and is refused as such below.
  z.overwrite((value) => (value === '' || /^https?:\/\//i.test(value) ? value : `https://${value}`)),
  z.maxLength(200, { error: fault('website_too_long', { limit: 200 }) }),
  z.refine((value) => value === '' || isWebsite(value), { error: notAWebsite }),
)

/** Scheme, a host of at least two labels whose last isn't a number (so no IPv4), no user, no brackets (so no IPv6). */
const websiteForm =
  /^https?:\/\/(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]{0,61}[\p{L}\p{N}](?::(?<port>\d{1,5}))?(?:[/?#][^\s\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\\<>"]*)?$/iu

function isWebsite(value: string): boolean {
  const found = websiteForm.exec(value)
  return found !== null && Number(found.groups?.['port'] ?? 0) <= 65_535
}

/** Days of a month in the Gregorian calendar, `month` from 1. */
function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

function isCalendarDate(value: string): boolean {
  const [year, month, day] = value.split('-').map(Number)
  if (year === undefined || month === undefined || day === undefined) return false
  // The calendar has no year 0, nor has PostgreSQL.
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

/** A date of the calendar, `YYYY-MM-DD`. */
export const calendarDate = z.string({ error: fault('date_required') }).check(
  z.overwrite((value) => value.trim()),
  z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: fault('date_not_valid') }),
  z.refine(isCalendarDate, { error: fault('date_nowhere') }),
)

const plainTime = z.string({ error: fault('time_required') }).check(
  z.overwrite((value) => value.trim().replace(/^(\d):/, '0$1:')),
  z.regex(/^\d{2}:\d{2}$/, { error: fault('time_not_valid') }),
  z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: fault('time_nowhere') }),
)

/** A time of the day, `HH:MM`; `H:MM` and `{time}` are accepted and normalised. */
export const timeOfDay = z.pipe(
  z.transform((value: string | { readonly time: string }) =>
    typeof value === 'object' && value !== null && 'time' in value ? value.time : value,
  ),
  plainTime,
)

/**
 * The fields that name a slot of the masjid in `masjidUid`: its id, or the date and time at which it is posted now. With an id,
 * date and time are ignored.
 */
export const slotFields = {
  slotId: z.optional(z.nullable(id('slotId'))),
  khutbahDate: z.optional(calendarDate),
  khutbahTime: z.optional(timeOfDay),
}

/** The same for a masjid that is not the caller. With the slot's id it is optional; it must match where it is sent. */
export const slotFieldsOfMasjid = { masjidUid: z.optional(id('masjidUid')), ...slotFields }

interface NamingSlot {
  readonly slotId?: string | null | undefined
  readonly masjidUid?: string | undefined
  readonly khutbahDate?: string | undefined
  readonly khutbahTime?: string | undefined
}

function neededWithoutId(field: 'masjidUid' | 'khutbahDate' | 'khutbahTime', error: string) {
  return z.refine<NamingSlot>((body) => typeof body.slotId === 'string' || body[field] !== undefined, {
    path: [field],
    error,
  })
}

/** Checks of a body with `slotFields`. */
export const requiresSlot = [
  neededWithoutId('khutbahDate', fault('date_required')),
  neededWithoutId('khutbahTime', fault('time_required')),
] as const

/** Checks of a body with `slotFieldsOfMasjid`. */
export const requiresMasjidSlot = [
  neededWithoutId('masjidUid', fault('id_required', { field: 'masjidUid' })),
  ...requiresSlot,
] as const

/** A number in a query, where it is a text of `pattern`. */
export function numberIn(field: string, min: number, max: number, pattern: RegExp) {
  const error = fault('number_not_valid', { field, min, max })
  return z
    .pipe(z.string().check(z.regex(pattern, { error })), z.transform(Number))
    .check(z.refine((value) => value >= min && value <= max, { error }))
}

/** How many a page of a list may have. */
export const limit = z.optional(numberIn('limit', 1, 100, /^\d{1,3}$/))

const longest = 1_000
const notALength = fault('length_not_valid', { max: longest })

/** How many of a list are wanted, from its beginning; without it the whole list. */
export const length = z
  .int({ error: notALength })
  .check(z.minimum(1, { error: notALength }), z.maximum(longest, { error: notALength }))

/** The same in a query, by the name of the list. */
export function atMost(list: string) {
  return z.optional(numberIn(list, 1, longest, /^\d{1,4}$/))
}

/** Where a page of a list begins. Long enough for the longest name, 4 bytes a character, and a uid in base64. */
export const cursor = z.optional(
  z.string().check(z.regex(/^[A-Za-z0-9_-]{1,2000}$/, { error: fault('cursor_not_valid') })),
)
