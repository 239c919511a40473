import * as z from 'zod/mini'
import { toAsciiDigits } from './ascii-digits.ts'
import { encodeFieldError } from './field-error-encoding.ts'
import type { FieldErrorCode } from './field-errors.ts'

/** Counts code points, like PostgreSQL's char_length. (The `length` of a string counts a character outside the BMP twice.) */
function countCharacters(text: string): number {
  return Array.from(text).length
}

/** Matches control characters, lone surrogates and bidi controls. People do not write them, and PostgreSQL rejects some of them. */
const undisplayableCharacter = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u
const undisplayableExceptLineBreaks = /[^\P{Cc}\n\t]|[\p{Cs}\u202a-\u202e\u2066-\u2069]/u
/**
 * Matches more combining marks in a row than any script needs. Unicode's Stream-Safe Text Format (UAX #15, 13) allows 30. Normalizing
 * 30,000 marks would block the process for seconds.
 */
const excessCombiningMarks = /\p{M}{31}/u

/** Normalizes a text. A text with too many combining marks gets the error `error`, and the later checks don't run. */
function normalizationChecks(form: 'NFC' | 'NFKC', error: string) {
  return [
    z.refine<string>((value) => !excessCombiningMarks.test(value), { error, abort: true }),
    z.overwrite<string>((value) => value.normalize(form)),
  ] as const
}

/** Matches a text with at least one visible character. */
const visibleCharacter = /[^\p{Z}\p{Default_Ignorable_Code_Point}]/u

interface TextOptions {
  /** The minimum number of characters; 0 allows an empty text. */
  readonly min?: number
  /** Allows line breaks and tabs. */
  readonly lines?: boolean
}

/** The prefix of a text field's error codes, for example `name` in `name_not_shown`. */
type TextName<Code = FieldErrorCode> = Code extends `${infer Name}_not_shown` ? Name : never

/** Declares a text field: trimmed, in NFC, with `min` to `max` displayable characters. */
export function text(name: TextName, max: number, { min = 1, lines = false }: TextOptions = {}) {
  const required = encodeFieldError(`${name}_required`)
  const notShown = encodeFieldError(`${name}_not_shown`)
  return z.string({ error: required }).check(
    ...normalizationChecks('NFC', notShown),
    z.overwrite((value) => value.trim()),
    z.refine((value) => min === 0 || (visibleCharacter.test(value) && countCharacters(value) >= min), {
      error: required,
    }),
    z.refine((value) => value.length <= max || countCharacters(value) <= max, {
      error: encodeFieldError(`${name}_too_long`, { limit: max }),
    }),
    z.refine((value) => !(lines ? undisplayableExceptLineBreaks : undisplayableCharacter).test(value), {
      error: notShown,
    }),
  )
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

function idField(field: string, check: (error: string) => z.core.$ZodCheck<string>) {
  return z.string({ error: encodeFieldError('id_required', { field }) }).check(
    z.overwrite((value) => value.trim().toLowerCase()),
    check(encodeFieldError('id_not_valid', { field })),
  )
}

/** Declares a field with a uid or another id: a UUID, changed to lower case. */
export const id = (field: string) => idField(field, (error) => z.regex(uuid, { error }))

/** Declares a field with the uid of the caller, or `me`. */
export const ownUid = (field: string) =>
  idField(field, (error) => z.refine((value) => value === 'me' || uuid.test(value), { error }))

/** Declares a query parameter with one to `max` uids, separated by commas. The parsed value is a list. */
export function uids(field: string, max: number) {
  const error = encodeFieldError('id_not_valid', { field })
  return z
    .pipe(
      z.string().check(
        z.maxLength(max * 37, { error }),
        z.overwrite((value) => value.trim().toLowerCase()),
      ),
      z.transform((value: string) => value.split(',')),
    )
    .check(z.refine((value) => value.length <= max && value.every((it) => uuid.test(it)), { error }))
}

const invalidEmailError = encodeFieldError('email_not_valid')

/** An email address, normalized for storage and comparison: trimmed and in lower case. */
export const email = z.string({ error: encodeFieldError('email_required') }).check(
  ...normalizationChecks('NFC', invalidEmailError),
  z.overwrite((value) => value.trim().toLowerCase()),
  z.minLength(1, { error: encodeFieldError('email_required') }),
  z.maxLength(254, { error: encodeFieldError('email_too_long', { limit: 254 }) }),
  z.email({ error: invalidEmailError }),
)

const invalidPasswordError = encodeFieldError('password_not_typed')

/**
 * A password. It is not trimmed. It is normalized to NFC, so that different keyboards give the same bytes. The server checks the operator's
 * password policy separately, when a person chooses a password.
 */
export const password = z.string({ error: encodeFieldError('password_required') }).check(
  ...normalizationChecks('NFC', invalidPasswordError),
  z.minLength(1, { error: encodeFieldError('password_required') }),
  z.maxLength(1024, { error: encodeFieldError('password_endless') }),
  z.refine((value) => !undisplayableCharacter.test(value), { error: invalidPasswordError }),
)

/** The name of a person, which the other members of a masjid see. */
export const personName = text('name', 100)

/** The secret token of a link in a letter. */
export const linkToken = z
  .string({ error: encodeFieldError('link_incomplete') })
  .check(z.regex(/^[A-Za-z0-9_-]{43}$/, { error: encodeFieldError('link_incomplete') }))

const invalidPhoneError = encodeFieldError('phone_not_valid')

/** A US phone number, parsed as ten digits. A leading country code 1 is removed. Extensions and letters of the alphabet are rejected. */
export const phone = z.string({ error: encodeFieldError('phone_required') }).check(
  ...normalizationChecks('NFKC', invalidPhoneError),
  z.overwrite((value) => toAsciiDigits(value).trim()),
  z.minLength(1, { error: encodeFieldError('phone_required') }),
  // The pattern needs only the plain space, because NFKC has turned no-break spaces and other special spaces into U+0020.
  z.regex(/^[\d ()+.\-‐-―]*$/u, { error: invalidPhoneError }),
  z.overwrite((value) => value.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')),
  z.regex(/^\d{10}$/, { error: invalidPhoneError }),
)

/** A five-digit US ZIP code. A ZIP+4 suffix is removed. Leading zeros stay. */
export const zipCode = z.string({ error: encodeFieldError('zip_required') }).check(
  z.overwrite((value) => toAsciiDigits(value).trim()),
  z.minLength(1, { error: encodeFieldError('zip_required') }),
  z.regex(/^\d{5}(-\d{4})?$/, { error: encodeFieldError('zip_not_valid') }),
  z.overwrite((value) => value.slice(0, 5)),
)

const invalidWebsiteError = encodeFieldError('website_not_valid')

/** An http(s) URL whose host name has a dot. A missing `https://` is added. An empty text means no website. */
export const websiteUrl = z.string({ error: invalidWebsiteError }).check(
  ...normalizationChecks('NFC', invalidWebsiteError),
  z.overwrite((value) => value.trim()),
  // Text with another scheme (javascript:, mailto:) becomes a host name without a dot. `isWebsite` rejects it.
  z.overwrite((value) => (value === '' || /^https?:\/\//i.test(value) ? value : `https://${value}`)),
  z.maxLength(200, { error: encodeFieldError('website_too_long', { limit: 200 }) }),
  z.refine((value) => value === '' || isWebsite(value), { error: invalidWebsiteError }),
)

/** Like `websiteUrl`, but null also means no website. */
export const nullableWebsite = z.pipe(
  z.nullable(websiteUrl),
  z.transform((value) => value ?? ''),
)

/**
 * Matches a scheme and a host name of at least two labels. The last label starts with a letter, so IPv4 addresses don't match. The host has
 * no brackets and no `@`, so IPv6 addresses and `user:password@` don't match.
 */
const websitePattern =
  /^https?:\/\/(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]{0,61}[\p{L}\p{N}](?::(?<port>\d{1,5}))?(?:[/?#][^\s\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\\<>"]*)?$/iu

function isWebsite(value: string): boolean {
  const found = websitePattern.exec(value)
  return found !== null && Number(found.groups?.['port'] ?? 0) <= 65_535
}

/** A calendar date, `YYYY-MM-DD`. */
export const calendarDate = z.string({ error: encodeFieldError('date_required') }).check(
  z.overwrite((value) => value.trim()),
  z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: encodeFieldError('date_not_valid') }),
  // PostgreSQL has no year 0.
  z.refine((value) => z.regexes.date.test(value) && !value.startsWith('0000'), {
    error: encodeFieldError('date_nowhere'),
  }),
)

/** Declares a field with an instant as the API sends it: ISO 8601, UTC, with milliseconds. */
export function instant(field: string) {
  const error = encodeFieldError('instant_not_valid', { field })
  return z.string({ error }).check(
    z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/, { error }),
    z.refine((value) => !Number.isNaN(Date.parse(value)), { error }),
  )
}

const plainTime = z.string({ error: encodeFieldError('time_required') }).check(
  z.overwrite((value) => value.trim().replace(/^(\d):/, '0$1:')),
  z.regex(/^\d{2}:\d{2}$/, { error: encodeFieldError('time_not_valid') }),
  z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: encodeFieldError('time_nowhere') }),
)

/** A time of day, `HH:MM`. `H:MM` and `{ time: 'HH:MM' }` are accepted, too. */
export const timeOfDay = z.pipe(
  z.transform((value: string | { readonly time: string }) =>
    typeof value === 'object' && value !== null && 'time' in value ? value.time : value,
  ),
  plainTime,
)

/** Declares a body field with a whole number from `min` to `max`. */
export function wholeNumber(field: string, min: number, max: number) {
  const error = encodeFieldError('number_not_valid', { field, min, max })
  return z.int({ error }).check(z.minimum(min, { error }), z.maximum(max, { error }))
}

/** Declares a body field with a list of `min` to `max` items. */
export function listOf<Item extends z.core.$ZodType>(field: string, item: Item, max: number, min = 1) {
  const error = encodeFieldError('list_not_valid', { field, min, max })
  return z.array(item, { error }).check(z.minLength(min, { error }), z.maxLength(max, { error }))
}

/** Declares a query parameter that matches `pattern`, parsed as a number from `min` to `max`. */
export function numberParameter(field: string, min: number, max: number, pattern: RegExp) {
  const error = encodeFieldError('number_not_valid', { field, min, max })
  return z
    .pipe(z.string().check(z.regex(pattern, { error })), z.transform(Number))
    .check(z.refine((value) => value >= min && value <= max, { error }))
}

/** The maximum number of items of a page. */
export const limit = z.optional(numberParameter('limit', 1, 100, /^\d{1,3}$/))

const maxListLength = 1_000
const invalidLengthError = encodeFieldError('length_not_valid', { max: maxListLength })

/** The maximum number of items to return, as a body field. Without it, the response has the whole list. */
export const bodyListLimit = z
  .int({ error: invalidLengthError })
  .check(z.minimum(1, { error: invalidLengthError }), z.maximum(maxListLength, { error: invalidLengthError }))

/** Declares a query parameter that limits a list in the response to a number of items. Without it, the response has the whole list. */
export function listLimitParameter(list: string) {
  return z.optional(numberParameter(list, 1, maxListLength, /^\d{1,4}$/))
}

/**
 * The position at which a page starts. 2,000 characters suffice for the base64 of the longest name (with 4 bytes for each character) and a
 * uid.
 */
export const cursor = z.optional(
  z.string().check(z.regex(/^[A-Za-z0-9_-]{1,2000}$/, { error: encodeFieldError('cursor_not_valid') })),
)
