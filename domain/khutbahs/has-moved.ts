import { instantOf, type WallClock } from './wall-clock.ts'

/** Where a masjid is. */
interface MasjidAddress {
  readonly address: string
  readonly zipCode: string
}

/** Whether khateebs who have not heard of a masjid's change would go to another address. */
export function hasMoved(before: MasjidAddress, after: MasjidAddress): boolean {
  return before.address !== after.address || before.zipCode !== after.zipCode
}

/**
 * Whether a slot begins at another instant if its masjid changes from one time zone to another (IANA names): slots keep their
 * wall-clock time. Many zones differ only in name, or only in the past.
 */
export function isSlotStartChanged({ date, time }: WallClock, before: string, after: string): boolean {
  return instantOf(date, time, before)?.getTime() !== instantOf(date, time, after)?.getTime()
}
