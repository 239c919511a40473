import type { Role } from '../../contract/endpoint.ts'
import { setStoredItem } from './local-storage.ts'

/** The role's key in `localStorage`. `pre-hydration.ts` copies the role to the root element's attribute before the first paint. */
const key = 'last-role'
const attribute = 'data-last-role'

/**
 * Returns the role of the last user who was signed in with this browser; undefined after a sign-out. Only a guess, to prefetch a screen's
 * data in parallel with the session. The server checks the role of each call.
 */
export function rememberedRole(): Role | undefined {
  // Server-side rendering has no document.
  const role = typeof document === 'undefined' ? null : document.documentElement.getAttribute(attribute)
  return role === 'khateeb' || role === 'masjid' ? role : undefined
}

/**
 * Remembers the role of the current session; undefined if there is none. If storage is blocked, the next document loads the session
 * before the data of its screen.
 */
export function rememberRole(role: Role | undefined): void {
  const { documentElement } = document
  if (role === undefined) documentElement.removeAttribute(attribute)
  else documentElement.setAttribute(attribute, role)
  setStoredItem(key, role)
}
