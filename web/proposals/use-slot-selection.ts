import { useState } from 'react'

/** The ids of the slots that the user has selected, to do something with all of them. */
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
