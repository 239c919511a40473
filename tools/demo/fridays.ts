const dayMs = 24 * 60 * 60 * 1_000
const friday = 5

/** Returns the first `count` Fridays after the UTC date of an instant, as YYYY-MM-DD. */
export function fridaysAfter(instant: Date, count: number): string[] {
  const today = Math.floor(instant.getTime() / dayMs)
  const weekday = new Date(today * dayMs).getUTCDay()
  // Today is left out: if it is a Friday, it may be over in the masjid's time zone.
  const first = today + ((friday - weekday + 6) % 7) + 1
  return Array.from({ length: count }, (_, week) => dateOf(first + week * 7))
}

function dateOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}

/**
 * Returns the number of the week of a date. The scenario of a date depends on it, so that each run of the demo uses the same scenario for
 * the date.
 */
export function weekOf(date: string): number {
  return Math.floor(Date.parse(date) / (7 * dayMs))
}
