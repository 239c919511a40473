import { type Dispatch, type SetStateAction, useState } from 'react'
import { useEntryState } from '../members/use-entry-state.ts'

/** The slots that the user has selected, by id, and functions that change the selection. */
export interface SlotSelection {
  readonly ids: ReadonlySet<string>
  readonly toggle: (slotId: string) => void
  readonly select: (ids: ReadonlySet<string>) => void
  readonly deselect: (slots: readonly { readonly slotId: string }[]) => void
}

/** The slots that a dialog selects at first. */
export interface Preselection {
  readonly ids: readonly string[]
  /** Deselects slots on the screen behind the dialog. */
  readonly deselect?: SlotSelection['deselect']
}

/** @param selectedAtFirst returns the ids of the slots that are selected at first */
export function useSlotSelection(selectedAtFirst: () => readonly string[] = () => []): SlotSelection {
  return selectionOf(...useState<ReadonlySet<string>>(() => new Set(selectedAtFirst())))
}

/** Like `useSlotSelection`, for a screen whose slots lead to other screens: Back restores the selection. */
export function useRestoredSlotSelection(): SlotSelection {
  return selectionOf(...useEntryState<ReadonlySet<string>>('selected-slots', () => new Set()))
}

function selectionOf(
  ids: ReadonlySet<string>,
  select: Dispatch<SetStateAction<ReadonlySet<string>>>,
): SlotSelection {
  const toggle = (slotId: string) => {
    const next = new Set(ids)
    if (!next.delete(slotId)) next.add(slotId)
    select(next)
  }
  const deselect: SlotSelection['deselect'] = (slots) => {
    const removed = new Set(slots.map(({ slotId }) => slotId))
    // A call that ends late must not restore the selection of an earlier render.
    select((current) => new Set([...current].filter((it) => !removed.has(it))))
  }
  return { ids, toggle, select, deselect }
}
