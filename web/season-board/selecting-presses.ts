import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import type { PostedSlot } from '../proposals/posted-slots.ts'
import type { SlotSelection } from '../proposals/use-slot-selection.ts'
import { slotsBetween } from './selected-range.ts'

type Modifiers = Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey'>

/**
 * What a press on a slot does: it opens the slot; with Ctrl or ⌘, or once others are selected, it selects the slot or no longer; with
 * Shift, it selects all from the last one on. Enter is a press with the same modifiers; Space selects, as in a grid of the ARIA practices.
 * @param rows the slots by row and column
 * @param selection undefined if nothing can be selected
 */
export function useSelectingPresses(
  rows: readonly (readonly (readonly PostedSlot[])[])[],
  selection: SlotSelection | undefined,
  onOpen: (slotId: string) => void,
) {
  const [last, setLast] = useState<string>()
  const selectBetween = (from: string | undefined, to: string | undefined) => {
    if (selection === undefined || from === undefined || to === undefined) return
    const start = last !== undefined && selection.ids.has(last) ? last : from
    selection.select(new Set([...selection.ids, ...slotsBetween(rows, start, to)]))
    setLast(start)
  }
  const press = (slotId: string, { ctrlKey, metaKey, shiftKey }: Modifiers) => {
    if (selection === undefined) return onOpen(slotId)
    if (shiftKey) return selectBetween(slotId, slotId)
    if (!ctrlKey && !metaKey && selection.ids.size === 0) return onOpen(slotId)
    selection.toggle(slotId)
    return setLast(slotId)
  }
  /** Handles Space in a slot's cell, both down and up: Firefox presses a button on its way up. Returns whether it was that. */
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
