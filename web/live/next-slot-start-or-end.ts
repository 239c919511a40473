/** Milliseconds for which a khutbah is under way. */
const hour = 60 * 60_000

/**
 * The next instant at which a khutbah in the data of a screen begins, or stops being under way: both in milliseconds. Undefined if
 * there is none. Answers name the starts of their slots `startsAt`.
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
