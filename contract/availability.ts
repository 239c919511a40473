import * as z from 'zod/mini'
import { languageCodes, maxAwayDates } from './availability-choices.ts'
import { language } from './availability-schemas.ts'
import { endpoint } from './endpoint.ts'
import { encodeFieldError } from './field-error-encoding.ts'
import { calendarDate, ownUid, wholeNumber } from './fields.ts'

const settings = {
  /** The dates, YYYY-MM-DD, on which the khateeb can't come. */
  awayDates: z
    .array(calendarDate)
    .check(z.maxLength(maxAwayDates, { error: encodeFieldError('dates_too_many', { limit: maxAwayDates }) })),
  /** The most khutbahs in a calendar month. Null means no limit, here and in the next two fields. */
  maxAMonth: z.nullable(wholeNumber('maxAMonth', 1, 31)),
  /** The greatest distance to a masjid in miles, in a straight line. */
  maxMiles: z.nullable(wholeNumber('maxMiles', 1, 1_000)),
  /** The fewest weeks between two visits to one masjid. */
  weeksBetween: z.nullable(wholeNumber('weeksBetween', 1, 52)),
  languages: z.array(language).check(z.maxLength(languageCodes.length)),
  /**
   * Whether he accepts invites less than three days before a slot. If not, masjids get a warning, but can still invite him. False for a
   * khateeb who has never saved a setting, but then masjids get no warning. His first save of any other setting stores false.
   */
  shortNotice: z.boolean(),
}

const ownAvailability = z.object({
  ...settings,
  /** Today's date in the time zone of the khateeb's ZIP code. */
  today: z.string(),
  /** The last date that can be an away date. */
  lastDate: z.string(),
  /** The dates of his upcoming khutbahs, today included. */
  khutbahDates: z.array(z.string()),
})

const khateebAvailabilityOptions = {
  access: { khateeb: 'uid' },
  params: z.object({ uid: ownUid('uid') }),
  output: ownAvailability,
} as const

/**
 * Returns the availability settings of the calling khateeb. No other account can read them. Masjids see only his languages, and for each
 * slot whether he is free, and if not, why.
 */
export const getAvailability = endpoint('GET', '/users/{uid}/availability', khateebAvailabilityOptions)

/** Changes availability settings. Absent fields stay unchanged. Away dates before today are dropped. */
export const updateAvailability = endpoint('PATCH', '/users/{uid}/availability', {
  ...khateebAvailabilityOptions,
  name: 'update_availability',
  body: z.partial(z.object(settings)),
})
