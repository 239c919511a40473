/** Whether a slot is upcoming: it starts now or later. */
export function isUpcoming(startsAt: Date, now: Date): boolean {
  return startsAt.getTime() >= now.getTime()
}
