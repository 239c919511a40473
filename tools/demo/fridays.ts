const dayMs = 24 * 60 * 60 * 1_000
const friday = 5

/** The first `count` Fridays after an instant's date in UTC, as YYYY-MM-DD. */
export function fridaysAfter(instant: Date, count: number): string[] {
  const today = Math.floor(instant.getTime() / dayMs)
  const weekday = new Date(today * dayMs).getUTCDay()
  // Excludes today: in the masjid's time zone, this Friday may be over.
  const first = today + ((friday - weekday + 6) % 7) + 1
  return Array.from({ length: count }, (_, week) => dateOf(first + week * 7))
}

function dateOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}

/** The number of the week of a date. The scenario depends on it, so a date gets the same scenario on whichever day the demo runs. */
export function weekOf(date: string): number {
  return Math.floor(Date.parse(date) / (7 * dayMs))
}
