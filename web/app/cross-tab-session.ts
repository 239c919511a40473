import { useEffect } from 'react'

const key = 'signed-in'

/** Tells the other tabs, which share the session cookie, the uid of the user who has signed in; undefined after a sign-out. */
export function announceSession(uid: string | undefined): void {
  try {
    if (uid === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, uid)
  } catch {
    // Storage may be blocked. The other tabs then find out with their next call.
  }
}

/** Reloads this tab when a different user signs in from another tab, so that they don't see the previous user's data. */
export function useReloadForOtherUser(uid: string): void {
  useEffect(() => {
    // The browser doesn't send the event to the tab that wrote the value.
    const onStorage = (event: StorageEvent) => {
      const isOther = event.key === key && event.newValue !== null && event.newValue !== uid
      if (isOther) window.location.reload()
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [uid])
}
