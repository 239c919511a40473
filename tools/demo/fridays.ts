const dayLong = 24 * 60 * 60 * 1_000
const friday = 5

/** The first `count` Fridays after an instant's date in UTC, as YYYY-MM-DD: dates of a calendar, with no clock in them. */
export function fridaysAfter(instant: Date, count: number): string[] {
  const today = Math.floor(instant.getTime() / dayLong)
  const weekday = new Date(today * dayLong).getUTCDay()
  // The same Friday may be over already where the masjid is, so that it counts from the day after.
  const first = today + ((friday - weekday + 6) % 7) + 1
  return Array.from({ length: count }, (_, week) => dateOf(first + week * 7))
}

function dateOf(day: number): string {
  return new Date(day * dayLong).toISOString().slice(0, 10)
}

/** Counts the weeks up to a date, so that what happens on it doesn't depend on the day the demo was run. */
export function weekOf(date: string): number {
  return Math.floor(Date.parse(date) / (7 * dayLong))
}
