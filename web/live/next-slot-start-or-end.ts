/** How long a slot is under way, in milliseconds. */
const hour = 60 * 60_000

/**
 * Returns the next instant after `now` at which a slot in a screen's data begins, or is no longer under way; undefined if there is none.
 * Instants are in epoch milliseconds. Looks for the key `startsAt`, which has the start of a slot in all responses of the server.
 */
export function nextSlotStartOrEnd(data: unknown, now: number): number | undefined {
  const boundaries = startsIn(data)
    .flatMap((start) => [start, start + hour])
    .filter((it) => it > now)
  return boundaries.length === 0 ? undefined : Math.min(...boundaries)
}

function startsIn(data: unknown): number[] {
  if (typeof data !== 'object' || data === null) return []
  return Object.entries(data).flatMap(([key, value]) =>
    key === 'startsAt' && typeof value === 'string' ? [Date.parse(value)] : startsIn(value),
  )
}
