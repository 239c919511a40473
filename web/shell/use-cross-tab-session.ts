import { useEffect } from 'react'
import { paths } from '../../contract/screen-paths.ts'
import { announceSession, type SessionMessage, sessionChannel } from '../app/cross-tab-session.ts'
import type { Session } from '../app/session.ts'
import { forgetUnsaved, hasUnsaved } from '../app/unsaved-text.ts'

/** Clears this tab when the user signs out in another tab, and reloads it when another user signs in there. */
export function useCrossTabSession({ personId }: Pick<Session, 'personId'>): void {
  useEffect(() => {
    const onNews = ({ data }: MessageEvent<SessionMessage>) => {
      const { user } = data
      if (user === undefined) leave()
      else if (user.personId !== personId) {
        forgetUnsaved(user.uid)
        window.location.reload()
      }
    }
    const channel = sessionChannel()
    channel?.addEventListener('message', onNews)
    return () => channel?.removeEventListener('message', onNews)
  }, [personId])
}

/** Clears all tabs after the session has ended on another device. */
export function leaveEndedSession(): void {
  announceSession(undefined)
  leave()
}

/** Leaves for the login, which asks whether to keep unsaved text. A new document, so that nothing stays in memory. */
function leave(): void {
  // At once: the login may take a while to arrive, and never does while the browser is offline.
  document.body.hidden = true
  const { pathname, search } = window.location
  if (hasUnsaved()) return window.location.replace(paths.loginThen(pathname + search))
  sessionStorage.clear()
  return window.location.replace(paths.login)
}
