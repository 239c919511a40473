import { Temporal } from 'temporal-polyfill'

/** A date, YYYY-MM-DD, and a time, HH:MM, on a masjid's wall clock. */
export interface WallClock {
  readonly date: string
  readonly time: string
}

/**
 * Returns the instant of a date and time on the wall clock of a time zone, or null if daylight saving skips that time. For a time that
 * occurs twice, returns the first instant.
 * @param date YYYY-MM-DD, a valid calendar date
 * @param time HH:MM
 * @param timeZone an IANA name
 */
export function instantOf(date: string, time: string, timeZone: string): Date | null {
  const shown = Temporal.PlainDateTime.from(`${date}T${time}`)
  const zoned = shown.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  return zoned.toPlainDateTime().equals(shown) ? new Date(zoned.epochMilliseconds) : null
}

/**
 * Whether a date and time occur twice in a time zone, because the clocks are set back. Calendar programs disagree on which of the two
 * instants is meant.
 */
export function occursTwice(date: string, time: string, timeZone: string): boolean {
  const shown = Temporal.PlainDateTime.from(`${date}T${time}`)
  const [first, second] = (['earlier', 'later'] as const).map((disambiguation) =>
    shown.toZonedDateTime(timeZone, { disambiguation }),
  )
  // A skipped time also gives two instants, but the wall clock shows that time at neither of them.
  return (
    first !== undefined &&
    second !== undefined &&
    !first.equals(second) &&
    first.toPlainDateTime().equals(shown)
  )
}

/** Returns the date, YYYY-MM-DD, in `timeZone` at an instant. */
export function dateIn(timeZone: string, instant: Date): string {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString()
}

/** Returns the date some years later. Both dates are YYYY-MM-DD. February 29 becomes February 28 in a year that is not a leap year. */
export function addYears(date: string, years: number): string {
  return Temporal.PlainDate.from(date).add({ years }).toString()
}

/** Returns the date some days later, or earlier if `days` is negative. Both dates are YYYY-MM-DD. */
export function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString()
}

/** Returns the number of calendar days from one date to another, both YYYY-MM-DD; negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(to, { largestUnit: 'day' }).days
}

/** Returns the date and time some minutes later, or earlier if `minutes` is negative. The result may be a time that the clocks skip. */
export function wallClockAfter({ date, time }: WallClock, minutes: number): WallClock {
  const moved = new Date(Date.parse(`${date}T${time}Z`) + minutes * 60_000).toISOString()
  return { date: moved.slice(0, 10), time: moved.slice(11, 16) }
}
