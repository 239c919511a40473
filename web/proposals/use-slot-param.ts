import { useSearchParameter } from '../app/search-parameter.ts'
import type { OwnKhutbah } from '../directory/record-queries.ts'
import { openSlot, type DatedSlot } from './open-slots.ts'

interface SlotParam {
  /** Undefined until one is chosen, and again once it is no longer open. */
  readonly slot: DatedSlot | undefined
  readonly choose: (slotId: string) => void
}

/**
 * Remembers in the screen's address which of a masjid's open slots was chosen, so that a look at a khateeb's details
 * and back doesn't lose it. `khutbahs` is undefined while they aren't loaded.
 */
export function useSlotParam(khutbahs: readonly OwnKhutbah[] | undefined): SlotParam {
  const [chosen, choose] = useSearchParameter('slot')
  return { slot: openSlot(khutbahs, chosen), choose }
}
