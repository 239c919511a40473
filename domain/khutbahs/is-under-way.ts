import { slotMilliseconds } from './slot-length.ts'

/** Whether a khutbah is under way: it has begun, and began less than an hour ago. */
export function isUnderWay(startsAt: Date, now: Date): boolean {
  const elapsed = now.getTime() - startsAt.getTime()
  return elapsed > 0 && elapsed < slotMilliseconds
}
