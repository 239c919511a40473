import { overlaps, type SlotWithStart } from '../khutbahs/slot-length.ts'

/** Returns the first slot that begins before the service of an earlier slot is over. Undefined if one khateeb can lead all slots. */
export function overlappingSlot<Slot extends SlotWithStart>(slots: readonly Slot[]): Slot | undefined {
  const soonestFirst = slots.toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
  return soonestFirst.find((slot, index) => {
    const previous = soonestFirst[index - 1]
    return previous && overlaps(previous, slot)
  })
}
