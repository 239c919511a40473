import { friday } from '../proposals/weekday.ts'
import { addDays, noon } from '../ui/calendar-date.ts'

/** Returns the date, YYYY-MM-DD, in a time zone at the instant `now`. */
export function todayIn(timeZone: string, now: Date): string {
  // The Swedish format is YYYY-MM-DD.
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now)
}

/** Returns the first Friday after `today` that is not in `taken`. Dates are YYYY-MM-DD. */
export function nextFridayNotIn(taken: readonly string[], today: string): string {
  const days = (friday - noon(today).getUTCDay() + 7) % 7 || 7
  let next = addDays(today, days)
  while (taken.includes(next)) next = addDays(next, 7)
  return next
}

/** Returns the date `weeks` weeks after `date`; undefined if `date` is incomplete. Dates are YYYY-MM-DD. */
export function dateAfterWeeks(date: string, weeks: number): string | undefined {
  return Number.isNaN(noon(date).getTime()) ? undefined : addDays(date, 7 * weeks)
}
