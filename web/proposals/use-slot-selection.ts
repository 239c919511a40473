import { useState } from 'react'

/** The slots that the user has selected, by id, and functions that change the selection. */
export interface SlotSelection {
  readonly ids: ReadonlySet<string>
  readonly toggle: (slotId: string) => void
  readonly select: (ids: ReadonlySet<string>) => void
}

/** @param selectedAtFirst ids of slots */
export function useSlotSelection(selectedAtFirst: () => readonly string[] = () => []): SlotSelection {
  const [ids, select] = useState<ReadonlySet<string>>(() => new Set(selectedAtFirst()))
  const toggle = (slotId: string) => {
    const next = new Set(ids)
    if (!next.delete(slotId)) next.add(slotId)
    select(next)
  }
  return { ids, toggle, select }
}
