import { useEffect } from 'react'
import { type SessionMessage, sessionChannel } from '../app/cross-tab-session.ts'
import { leaveForLogin } from '../app/leave-ended-session.ts'
import type { Session } from '../app/session.ts'
import { forgetUnsaved } from '../app/unsaved-text.ts'

/** Leaves for the login when the user signs out in another tab. Reloads the screen when another user signs in from another tab. */
export function useCrossTabSession({ personId }: Pick<Session, 'personId'>): void {
  useEffect(() => {
    const onMessage = ({ data }: MessageEvent<SessionMessage>) => {
      const { user } = data
      if (user === undefined) leaveForLogin()
      else if (user.personId !== personId) {
        forgetUnsaved(user.personId)
        window.location.reload()
      }
    }
    const channel = sessionChannel()
    channel?.addEventListener('message', onMessage)
    return () => channel?.removeEventListener('message', onMessage)
  }, [personId])
}
