import * as z from 'zod/mini'
import { languageCodes, maxAwayDates } from './availability-choices.ts'
import { endpoint } from './endpoint.ts'
import { encodeFieldError } from './field-error-encoding.ts'
import { calendarDate, ownUid } from './fields.ts'

export const language = z.enum(languageCodes)

/** An upper limit that a khateeb sets; null for none. */
function upperLimit(field: string, max: number) {
  const error = encodeFieldError('number_not_valid', { field, min: 1, max })
  return z.nullable(z.int({ error }).check(z.minimum(1, { error }), z.maximum(max, { error })))
}

const settings = {
  /** YYYY-MM-DD. */
  awayDates: z
    .array(calendarDate)
    .check(z.maxLength(maxAwayDates, { error: encodeFieldError('dates_too_many', { limit: maxAwayDates }) })),
  /** The most khutbahs in a calendar month. */
  maxAMonth: upperLimit('maxAMonth', 31),
  /** How far he drives, as the crow flies. */
  maxMiles: upperLimit('maxMiles', 1_000),
  /** The fewest weeks between two visits to one masjid. */
  weeksBetween: upperLimit('weeksBetween', 52),
  languages: z.array(language).check(z.maxLength(languageCodes.length)),
  /** Whether he may be asked less than three days before. */
  shortNotice: z.boolean(),
}

const ownAvailability = z.object({
  ...settings,
  /** Today in the time zone of the khateeb's ZIP, and the last date on which he can be away. */
  today: z.string(),
  lastDate: z.string(),
  /** The dates from today on for which he is confirmed. */
  khutbahDates: z.array(z.string()),
})

const ofKhateeb = {
  access: { khateeb: 'uid' },
  params: z.object({ uid: ownUid('uid') }),
  output: ownAvailability,
} as const

/** What the calling khateeb has set. No other account can read it: masjids see only what follows from it for a slot. */
export const getAvailability = endpoint('GET', '/users/{uid}/availability', ofKhateeb)

/** Absent fields stay unchanged. Dates before today are dropped. */
export const updateAvailability = endpoint('PATCH', '/users/{uid}/availability', {
  ...ofKhateeb,
  name: 'update_availability',
  body: z.partial(z.object(settings)),
})
