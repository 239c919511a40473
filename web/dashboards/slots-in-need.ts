import type { MasjidRecord } from '../directory/record-queries.ts'
import { isOpenSlot, type PostedSlot, postedSlots } from '../proposals/posted-slots.ts'

/** The id of the section with the slots that need a khateeb. */
export const slotsWithoutKhateebId = 'without-khateeb'

export interface SlotInNeed extends PostedSlot {
  readonly isThisWeek: boolean
}

/** Returns this week's open slots, and later open slots whose khateeb withdrew. Soonest first. */
export function slotsInNeed({
  khutbahs,
  openThisWeek,
}: Pick<MasjidRecord, 'khutbahs' | 'openThisWeek'>): SlotInNeed[] {
  const open = khutbahs.flatMap(postedSlots).filter(isOpenSlot)
  // The server counts this week's open slots (`openThisWeek`). They come first, because `open` is sorted by time.
  return open
    .map((slot, position) => ({ ...slot, isThisWeek: position < openThisWeek }))
    .filter(({ isThisWeek, withdrawal }) => isThisWeek || withdrawal !== null)
}
