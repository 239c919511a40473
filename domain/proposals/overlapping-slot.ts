import { serviceMinutes } from '../khutbahs/is-under-way.ts'

/** A slot and its start. */
interface StartingSlot {
  readonly startsAt: Date
}

/** The first slot that begins before the service at another one is over; undefined if one khateeb can lead all of them. */
export function overlappingSlot<Slot extends StartingSlot>(slots: readonly Slot[]): Slot | undefined {
  const soonestFirst = slots.toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
  return soonestFirst.find((slot, index) => {
    const previous = soonestFirst[index - 1]
    return previous && slot.startsAt.getTime() - previous.startsAt.getTime() < serviceMinutes * 60_000
  })
}
