/** The length of a slot, in minutes. The database function `speaking_hour` uses the same length. */
export const slotMinutes = 60

/** Whether a khutbah is under way: it has begun, and began less than an hour ago. */
export function isUnderWay(startsAt: Date, now: Date): boolean {
  const elapsed = now.getTime() - startsAt.getTime()
  return elapsed > 0 && elapsed < slotMinutes * 60_000
}
