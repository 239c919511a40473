/** In milliseconds. */
const hour = 60 * 60_000
const day = 24 * hour

/** How long a slot is under way, in milliseconds. */
const slotDuration = hour

/**
 * Returns the next instant after `now` at which a screen is out of date, because one of these happens: a slot in the screen's data begins,
 * a slot is no longer under way, or a day begins in one of the data's time zones. Undefined if none of these will happen. Instants are in
 * epoch milliseconds. Looks for the keys `startsAt` and `timeZone`, which have the start and the IANA time zone of a slot in all responses
 * of the server.
 */
export function nextTimeBoundary(data: unknown, now: number): number | undefined {
  const starts = valuesOf('startsAt', data).map((start) => Date.parse(start))
  const midnights = [...new Set(valuesOf('timeZone', data))].map((zone) => nextMidnight(zone, now))
  const boundaries = starts.flatMap((start) => [start, start + slotDuration]).filter((it) => it > now)
  return [...boundaries, ...midnights].toSorted((a, b) => a - b)[0]
}

/** Returns the first midnight after `now` in a time zone. */
function nextMidnight(timeZone: string, now: number): number {
  const midnight = now - timeOfDay(timeZone, now) + day
  // If the clocks change today, the day is an hour shorter or longer.
  const error = timeOfDay(timeZone, midnight)
  return midnight - (error > day / 2 ? error - day : error)
}

/** Returns the time since midnight on the clock of a time zone, in milliseconds. */
function timeOfDay(timeZone: string, instant: number): number {
  const formatter = formatters.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, ...clock })
  formatters.set(timeZone, formatter)
  const [hours = 0, minutes = 0, seconds = 0] = formatter.format(instant).split(':').map(Number)
  return hours * hour + minutes * 60_000 + seconds * 1_000 + (instant % 1_000)
}

const clock = { hourCycle: 'h23', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const

/** Cached, because creating a formatter is slow. */
const formatters = new Map<string, Intl.DateTimeFormat>()

/** Returns the strings that a key has anywhere in the data. */
function valuesOf(name: string, data: unknown): string[] {
  if (typeof data !== 'object' || data === null) return []
  return Object.entries(data).flatMap(([key, value]) =>
    key === name && typeof value === 'string' ? [value] : valuesOf(name, value),
  )
}
