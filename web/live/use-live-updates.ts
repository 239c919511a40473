import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useParams, useRevalidator } from 'react-router'
import { type LiveUpdates, startLiveUpdates } from './live-updates.ts'
import type { RefreshResult } from './prefetch-screen-refresh.ts'

/**
 * Keeps the screens for members up to date: see `startLiveUpdates`. Calls `onSignedOut` when the session has ended. Returns
 * the number of changes shown so far.
 */
export function useLiveUpdates(onSignedOut: () => void): number {
  const uids = useUidsInAddress()
  const running = useRef<LiveUpdates>(undefined)
  const [changes, setChanges] = useState(0)
  const { revalidate } = useRevalidator()
  const onShown = useEffectEvent(({ isNewSession, hasChanged }: RefreshResult) => {
    // Makes the frame render again with the new session.
    if (isNewSession) void revalidate()
    if (hasChanged) setChanges((count) => count + 1)
  })
  const leave = useEffectEvent(onSignedOut)
  useEffect(() => {
    // In old browsers without `BroadcastChannel`, tabs can't share a connection, so there are no live updates.
    if (!('BroadcastChannel' in window)) return undefined
    const updates = startLiveUpdates({ onShown, onSignedOut: leave })
    running.current = updates
    return () => updates.stop()
  }, [])
  useEffect(() => {
    running.current?.showUids(uids.split(',').filter((it) => uuidPattern.test(it)))
  }, [uids])
  return changes
}

const uuidPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu

/** Returns the uids of the masjid and the khateeb in the address, joined by commas. The screen shows data of these parties. */
function useUidsInAddress(): string {
  const { masjidId, id } = useParams()
  // React Router's `useSearchParams` would make the scripts of every screen 0.3 kB larger.
  const { search } = useLocation()
  return [masjidId, id, new URLSearchParams(search).get('masjid')].join()
}
