/** How long a service keeps its khateeb, in minutes. The database's `speaking_hour` has the same length. */
export const serviceMinutes = 60

/** Whether a service has begun and is not over: from just after its start until before the end of its hour. */
export function isUnderWay(startsAt: Date, now: Date): boolean {
  const elapsed = now.getTime() - startsAt.getTime()
  return elapsed > 0 && elapsed < serviceMinutes * 60_000
}
