import { instantOf, type WallClock } from './wall-clock.ts'

interface MasjidAddress {
  readonly address: string
  readonly zipCode: string
}

/** Whether a masjid has a new address. (A new name or time zone is not a new address.) */
export function hasNewAddress(before: MasjidAddress, after: MasjidAddress): boolean {
  return before.address !== after.address || before.zipCode !== after.zipCode
}

/**
 * Whether a slot begins at another instant after its masjid's time zone changes. `before` and `after` are IANA names. Slots keep their
 * wall-clock time. The instant often stays the same, because many zones differ only in name, or only in the past.
 */
export function isSlotStartChanged({ date, time }: WallClock, before: string, after: string): boolean {
  return instantOf(date, time, before)?.getTime() !== instantOf(date, time, after)?.getTime()
}
