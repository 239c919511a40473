/** The length of a slot, in minutes. The database function `speaking_hour` uses the same length. */
export const slotMinutes = 60

/** The length of a slot, in milliseconds. */
export const slotMilliseconds = slotMinutes * 60_000

export interface SlotWithStart {
  readonly startsAt: Date
}

/** Whether two services overlap, so that one khateeb can't lead both. The database has the same rule, with its function `speaking_hour`. */
export function overlaps(one: SlotWithStart, other: SlotWithStart): boolean {
  return Math.abs(one.startsAt.getTime() - other.startsAt.getTime()) < slotMilliseconds
}
