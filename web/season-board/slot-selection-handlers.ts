import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import type { PostedSlot } from '../proposals/posted-slots.ts'
import type { SlotSelection } from '../proposals/use-slot-selection.ts'
import { slotIdsBetween } from './selected-range.ts'

type Modifiers = Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey'>

/**
 * Handles presses on slots. A press opens the slot. With Ctrl or ⌘, or while slots are selected, it selects or deselects the slot. With
 * Shift, it selects all slots from the last selected one to this one. Enter works like a press, and Space like a press with Ctrl.
 * @param rows the slots by row and column
 * @param selection undefined if nothing can be selected
 */
export function useSlotSelectionHandlers(
  rows: readonly (readonly (readonly PostedSlot[])[])[],
  selection: SlotSelection | undefined,
  onOpen: (slotId: string) => void,
) {
  const [last, setLast] = useState<string>()
  const selectBetween = (from: string | undefined, to: string | undefined) => {
    if (selection === undefined || from === undefined || to === undefined) return
    const start = last !== undefined && selection.ids.has(last) ? last : from
    selection.select(new Set([...selection.ids, ...slotIdsBetween(rows, start, to)]))
    setLast(start)
  }
  const press = (slotId: string, { ctrlKey, metaKey, shiftKey }: Modifiers) => {
    if (selection === undefined) return onOpen(slotId)
    if (shiftKey) return selectBetween(slotId, slotId)
    if (!ctrlKey && !metaKey && selection.ids.size === 0) return onOpen(slotId)
    selection.toggle(slotId)
    return setLast(slotId)
  }
  /** Toggles a slot on keydown of Space, and ignores the keyup, on which Firefox presses buttons. Returns whether it handled the event. */
  const selectBySpace = (event: KeyboardEvent): boolean => {
    const slotId = event.target instanceof HTMLElement ? event.target.dataset['slot'] : undefined
    if (selection === undefined || slotId === undefined || event.key !== ' ') return false
    event.preventDefault()
    if (event.type === 'keydown' && !event.repeat)
      press(slotId, { ctrlKey: true, metaKey: false, shiftKey: event.shiftKey })
    return true
  }
  return { press, selectBetween, selectBySpace }
}
