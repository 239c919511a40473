import { paths } from '../../contract/screen-paths.ts'
import { announceSession } from './cross-tab-session.ts'
import { hasUnsavedText } from './unsaved-text.ts'

/** Leaves for the login in all tabs. Call this after the session was ended elsewhere, for example from another device. */
export function leaveEndedSession(): void {
  announceSession(undefined)
  leaveForLogin()
}

/**
 * Leaves for the login. If there is unsaved text, the login asks whether to keep it, and leads back to this screen afterwards. The
 * login is a new document, so that none of the user's data stays in memory.
 */
export function leaveForLogin(): void {
  // Hides the screen at once, because the login may load slowly, or not at all while the browser is offline.
  document.body.hidden = true
  const { pathname, search } = window.location
  if (hasUnsavedText()) return window.location.replace(paths.loginThen(pathname + search))
  sessionStorage.clear()
  return window.location.replace(paths.login)
}
