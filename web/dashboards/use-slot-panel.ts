import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { slotParameter } from '../members/slot-panel-parameter.ts'

/** The state of the history entries that `open` adds. */
const panelEntryState = 'panel'

/**
 * Returns the id of the slot whose panel is open, or null, and functions to open and close a panel. The id is in the address, so that a
 * reload, Back and a shared link show the panel again. Opening adds a history entry, and closing goes back.
 */
export function useSlotPanel() {
  const { key, search, state } = useLocation()
  const navigate = useNavigate()
  // The key of the history entry whose panel was closed. The panel is hidden before going back, because `useCloseDialogOnBack` blocks
  // going back while a dialog is open.
  const [closedKey, setClosedKey] = useState<string>()
  if (closedKey !== undefined && closedKey !== key) setClosedKey(undefined)
  const withSlot = (slotId: string | null) => {
    const params = new URLSearchParams(search)
    if (slotId === null) params.delete(slotParameter)
    else params.set(slotParameter, slotId)
    return { search: params.toString() }
  }
  const leave = useEffectEvent(() => {
    if (state === panelEntryState) void navigate(-1)
    else void navigate(withSlot(null), { replace: true })
  })
  useEffect(() => {
    if (closedKey === key) leave()
  }, [closedKey, key])
  return {
    slotId: closedKey === key ? null : new URLSearchParams(search).get(slotParameter),
    open: (slotId: string) => void navigate(withSlot(slotId), { state: panelEntryState }),
    close: () => setClosedKey(key),
  }
}
