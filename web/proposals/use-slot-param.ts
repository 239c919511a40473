import { useSearchParameter } from '../app/search-parameter.ts'
import type { OwnKhutbah } from '../directory/record-queries.ts'
import { type DatedSlot, openSlot } from './open-slots.ts'

interface SlotParam {
  /** Undefined until one is chosen, and again once it is no longer open. */
  readonly slot: DatedSlot | undefined
  readonly choose: (slotId: string) => void
}

/**
 * Like `useSlotChoice`, but keeps the choice in the URL, so that it survives opening a khateeb's details and going back.
 * `khutbahs` is undefined until they are loaded.
 */
export function useSlotParam(khutbahs: readonly OwnKhutbah[] | undefined): SlotParam {
  const [chosen, choose] = useSearchParameter('slot')
  return { slot: openSlot(khutbahs, chosen), choose }
}
