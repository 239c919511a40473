import { daysFrom } from '../khutbahs/wall-clock.ts'

/** Days around a khutbah within which its masjid sees the phone of the khateeb who is confirmed for it. */
const phoneWindowDays = 3

/** What decides whether a masjid may see a khateeb's phone. */
export interface PhoneFacts {
  /** A request of his to this masjid is pending. */
  readonly hasRequested: boolean
  /** Dates, YYYY-MM-DD, for which he is confirmed at this masjid. */
  readonly confirmedDates: readonly string[]
  /** The date it is in the masjid's time zone. */
  readonly today: string
}

/** Whether a masjid may see a khateeb's phone now. */
export function canSeePhone({ hasRequested, confirmedDates, today }: PhoneFacts): boolean {
  return hasRequested || confirmedDates.some((date) => Math.abs(daysFrom(today, date)) <= phoneWindowDays)
}
