/** The length of a service, in minutes. The database function `speaking_hour` has the same length. */
export const serviceMinutes = 60

/** Whether a service is under way: it has begun, and began less than an hour ago. */
export function isUnderWay(startsAt: Date, now: Date): boolean {
  const elapsed = now.getTime() - startsAt.getTime()
  return elapsed > 0 && elapsed < serviceMinutes * 60_000
}
