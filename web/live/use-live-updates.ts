import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useParams } from 'react-router'
import { type LiveUpdates, startLiveUpdates } from './live-updates.ts'

/**
 * Shows on the screens for members what others change, and what the clock changes. Calls `onSignedOut` when the session has ended
 * elsewhere.
 */
export function useLiveUpdates(onSignedOut: () => void): void {
  const uids = useUidsInAddress()
  const running = useRef<LiveUpdates>(undefined)
  const leave = useEffectEvent(onSignedOut)
  useEffect(() => {
    // Without it, the tabs of a browser could not share a connection.
    if (!('BroadcastChannel' in window)) return undefined
    const updates = startLiveUpdates({ onSignedOut: leave })
    running.current = updates
    return () => updates.stop()
  }, [])
  useEffect(() => {
    running.current?.showUids(uids.split(',').filter((it) => uuid.test(it)))
  }, [uids])
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu

/** The masjid and the khateeb in the address: the screen is about them. */
function useUidsInAddress(): string {
  const { masjidId, id } = useParams()
  // React Router's `useSearchParams` would make the scripts of every screen 0.3 kB larger.
  const { search } = useLocation()
  return [masjidId, id, new URLSearchParams(search).get('masjid')].join()
}
