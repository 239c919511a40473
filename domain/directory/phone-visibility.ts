import { daysFrom } from '../khutbahs/wall-clock.ts'

/** A masjid sees the phone of a confirmed khateeb for this many days before and after the khutbah. */
const phoneWindowDays = 3

export interface PhoneFacts {
  /** The khateeb has a pending request to this masjid. */
  readonly hasRequested: boolean
  /** Dates, YYYY-MM-DD, for which the khateeb is confirmed at this masjid. */
  readonly confirmedDates: readonly string[]
  /** Today's date, YYYY-MM-DD, in the masjid's time zone. */
  readonly today: string
}

/** Whether a masjid may see a khateeb's phone now. */
export function canSeePhone({ hasRequested, confirmedDates, today }: PhoneFacts): boolean {
  return hasRequested || confirmedDates.some((date) => Math.abs(daysFrom(today, date)) <= phoneWindowDays)
}
