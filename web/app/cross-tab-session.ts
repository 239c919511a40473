import { useEffect } from 'react'
import { store } from './local-storage.ts'

const key = 'signed-in'

/**
 * Tells the other tabs, which share the session cookie, the uid of the user who has signed in; undefined after a sign-out. If storage
 * is blocked, they find out with their next call.
 */
export function announceSession(uid: string | undefined): void {
  store(key, uid)
}

/** Reloads this tab when a different user signs in from another tab, so that they don't see the previous user's data. */
export function useReloadForOtherUser(uid: string): void {
  useEffect(() => {
    // The browser doesn't send the event to the tab that wrote the value. A sign-out (null) reloads nothing: the next call of this
    // tab asks the user to sign in, and typed text stays.
    const onStorage = (event: StorageEvent) => {
      const isOther = event.key === key && event.newValue !== null && event.newValue !== uid
      if (isOther) window.location.reload()
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [uid])
}
