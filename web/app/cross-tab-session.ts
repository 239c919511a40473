import { useEffect } from 'react'

const key = 'signed-in'

/** Tells the other tabs of this browser, which share its session, who has signed in; nobody, when somebody has signed out. */
export function announceSession(uid: string | undefined): void {
  try {
    if (uid === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, uid)
  } catch {
    // Then they learn it when they next call the server.
  }
}

/** Opens the tab anew when somebody else signs in in another one: it would go on to show what isn't theirs. */
export function useReloadForOtherUser(uid: string): void {
  useEffect(() => {
    // Not heard by the tab that has written it.
    const onStorage = (event: StorageEvent) => {
      const isOther = event.key === key && event.newValue !== null && event.newValue !== uid
      if (isOther) window.location.reload()
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [uid])
}
