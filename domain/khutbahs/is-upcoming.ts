/** Whether a slot is upcoming: until its start, inclusive. */
export function isUpcoming(startsAt: Date, now: Date): boolean {
  return startsAt.getTime() >= now.getTime()
}
