import { withActingParty } from '../../../contract/acting-party.ts'
import type { Role } from '../../../contract/endpoint.ts'
import { landingPaths } from '../../../contract/screen-paths.ts'
import { useSessionRefresh } from '../../members/use-session-refresh.ts'
import { showToast } from '../../ui/toasts.tsx'
import { useIsNavigationIdle } from '../use-is-navigation-idle.ts'

/**
 * Returns a function that opens a new party's landing screen. It loads a new document, because the cached session doesn't list the new
 * party. If the user has closed the dialog, the function only shows a toast and refreshes the session: the user may be typing elsewhere.
 */
export function useOpenLanding(role: Role): (uid: string, addedText: string) => Promise<void> {
  const isIdle = useIsNavigationIdle()
  const refreshSession = useSessionRefresh()
  return (uid, addedText) => {
    if (!isIdle()) {
      showToast({ kind: 'success', text: addedText })
      return refreshSession()
    }
    window.location.assign(withActingParty(landingPaths[role], uid))
    // Never resolves, because the new document replaces this one.
    return new Promise(() => {})
  }
}
