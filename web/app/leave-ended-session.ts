import { paths } from '../../contract/screen-paths.ts'
import { announceSession } from './cross-tab-session.ts'
import { hasUnsaved } from './unsaved-text.ts'

/** Clears all tabs after the session has ended on another device. */
export function leaveEndedSession(): void {
  announceSession(undefined)
  leaveForLogin()
}

/**
 * Leaves for the login, which says why the session has ended, and asks whether to keep unsaved text. A new document, so that nothing
 * stays in memory.
 */
export function leaveForLogin(): void {
  // At once: the login may take a while to arrive, and never does while the browser is offline.
  document.body.hidden = true
  const { pathname, search } = window.location
  if (hasUnsaved()) return window.location.replace(paths.loginThen(pathname + search))
  sessionStorage.clear()
  return window.location.replace(paths.login)
}
