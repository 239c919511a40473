import { useSessionMessages } from '../app/cross-tab-session.ts'
import { leaveForLogin } from '../app/leave-ended-session.ts'
import type { Session } from '../app/session.ts'
import { forgetUnsavedText } from '../app/unsaved-text.ts'

/** Leaves for the login when the user signs out in another tab. Reloads the screen when another user signs in from another tab. */
export function useCrossTabSession({ personId }: Pick<Session, 'personId'>): void {
  useSessionMessages(({ user }) => {
    if (user === undefined) leaveForLogin()
    else if (user.personId !== personId) {
      forgetUnsavedText(user.personId)
      window.location.reload()
    }
  })
}
