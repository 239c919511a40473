import { useParameter } from '../app/parameter.ts'
import type { OwnKhutbah } from '../directory/records.ts'
import { openSlot, type SlotName } from './slot-choice.ts'

interface SlotInAddress {
  /** Undefined until one is chosen, and again once it is no longer open. */
  readonly slot: SlotName | undefined
  readonly choose: (slotId: string) => void
}

/**
 * Remembers in the screen's address which of a masjid's open slots was chosen, so that a look at a khateeb's details
 * and back doesn't lose it. `khutbahs` is undefined while they aren't loaded.
 */
export function useSlotInAddress(khutbahs: readonly OwnKhutbah[] | undefined): SlotInAddress {
  const [chosen, choose] = useParameter('slot')
  return { slot: openSlot(khutbahs, chosen), choose }
}
