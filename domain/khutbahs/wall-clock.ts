import { Temporal } from 'temporal-polyfill'

/**
 * The instant that a wall clock's date and time mean in a time zone, or null where the clocks skip that hour.
 * The hour that comes twice means its first pass.
 *
 * @param date YYYY-MM-DD, a date of the calendar
 * @param time HH:MM
 * @param timeZone an IANA name
 */
export function instantOf(date: string, time: string, timeZone: string): Date | null {
  const shown = Temporal.PlainDateTime.from(`${date}T${time}`)
  const meant = shown.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  return meant.toPlainDateTime().equals(shown) ? new Date(meant.epochMilliseconds) : null
}

/** The date, YYYY-MM-DD, that a calendar on the wall in `timeZone` shows at an instant. */
export function dateIn(timeZone: string, instant: Date): string {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString()
}

/** The same day so many years later, both YYYY-MM-DD; of a leap day the last of February. */
export function yearsAfter(date: string, years: number): string {
  return Temporal.PlainDate.from(date).add({ years }).toString()
}

/** Calendar days from one date to another, both YYYY-MM-DD; negative when `to` is earlier. */
export function daysFrom(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(to, { largestUnit: 'day' }).days
}
