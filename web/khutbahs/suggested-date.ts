const dayMs = 24 * 60 * 60 * 1000
const friday = 5

/** The date, YYYY-MM-DD, in a time zone at the instant `now`. */
export function todayIn(timeZone: string, now: Date): string {
  // Swedish dates have this form.
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now)
}

/** The first Friday after `today` that is not in `taken`. Dates are YYYY-MM-DD. */
export function nextFridayNotIn(taken: readonly string[], today: string): string {
  const start = new Date(`${today}T12:00:00Z`)
  const days = (friday - start.getUTCDay() + 7) % 7 || 7
  let next = new Date(start.getTime() + days * dayMs)
  while (taken.includes(dateOf(next))) next = new Date(next.getTime() + 7 * dayMs)
  return dateOf(next)
}

/** The date some weeks later, both YYYY-MM-DD; undefined if it isn't a date yet. */
export function dateAfterWeeks(date: string, weeks: number): string | undefined {
  const start = new Date(`${date}T12:00:00Z`).getTime()
  return Number.isNaN(start) ? undefined : dateOf(new Date(start + weeks * 7 * dayMs))
}

/** Whether a date, YYYY-MM-DD, is a Friday. */
export function isFriday(date: string): boolean {
  return new Date(`${date}T12:00:00Z`).getUTCDay() === friday
}

function dateOf(noonInUtc: Date): string {
  return noonInUtc.toISOString().slice(0, 10)
}
