import * as z from 'zod/mini'
import { languageCodes, maxAwayDates } from './availability-choices.ts'
import { language } from './availability-schemas.ts'
import { endpoint } from './endpoint.ts'
import { encodeFieldError } from './field-error-encoding.ts'
import { calendarDate, ownUid, wholeNumber } from './fields.ts'

const settings = {
  /** YYYY-MM-DD. */
  awayDates: z
    .array(calendarDate)
    .check(z.maxLength(maxAwayDates, { error: encodeFieldError('dates_too_many', { limit: maxAwayDates }) })),
  /** The most khutbahs in a calendar month. Like the next two, null for no limit. */
  maxAMonth: z.nullable(wholeNumber('maxAMonth', 1, 31)),
  /** How far he drives, as the crow flies. */
  maxMiles: z.nullable(wholeNumber('maxMiles', 1, 1_000)),
  /** The fewest weeks between two visits to one masjid. */
  weeksBetween: z.nullable(wholeNumber('weeksBetween', 1, 52)),
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
