/** A slot is upcoming up to and including its start. */
export function isUpcoming(startsAt: Date, now: Date): boolean {
  return startsAt.getTime() >= now.getTime()
}
