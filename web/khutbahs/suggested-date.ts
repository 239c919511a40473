const dayMs = 24 * 60 * 60 * 1000
const friday = 5

/** The date, YYYY-MM-DD, in a time zone at the instant `now`. */
export function todayIn(timeZone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(now)
  const part = (type: string) => parts.find((it) => it.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}

/** The first Friday after `today` that is not in `taken`. Dates are YYYY-MM-DD. */
export function nextFridayNotIn(taken: readonly string[], today: string): string {
  const start = new Date(`${today}T12:00:00Z`)
  const days = (friday - start.getUTCDay() + 7) % 7 || 7
  let next = new Date(start.getTime() + days * dayMs)
  while (taken.includes(dateOf(next))) next = new Date(next.getTime() + 7 * dayMs)
  return dateOf(next)
}

function dateOf(noonInUtc: Date): string {
  return noonInUtc.toISOString().slice(0, 10)
}
