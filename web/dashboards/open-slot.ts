import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { slotParameter } from '../members/open-panel.ts'

/** In the state of a history entry: opening a panel has added it. */
const isAdded = 'panel'

/**
 * The id of the slot whose panel is open; null without one. It is in the address, so that a reload, Back and a shared link open it again.
 * Opening it adds a history entry, and closing it goes back.
 */
export function useOpenSlot() {
  const { key, search, state } = useLocation()
  const navigate = useNavigate()
  // The key of the entry whose panel was closed. The panel closes at once, so that going back meets no open dialog.
  const [closed, setClosed] = useState<string>()
  if (closed !== undefined && closed !== key) setClosed(undefined)
  const withSlot = (slotId: string | null) => {
    const params = new URLSearchParams(search)
    if (slotId === null) params.delete(slotParameter)
    else params.set(slotParameter, slotId)
    return { search: params.toString() }
  }
  const leave = useEffectEvent(() => {
    if (state === isAdded) void navigate(-1)
    else void navigate(withSlot(null), { replace: true })
  })
  useEffect(() => {
    if (closed === key) leave()
  }, [closed, key])
  return {
    slotId: closed === key ? null : new URLSearchParams(search).get(slotParameter),
    open: (slotId: string) => void navigate(withSlot(slotId), { state: isAdded }),
    close: () => setClosed(key),
  }
}
