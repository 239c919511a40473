import type { Role } from '../../contract/endpoint.ts'

/** The key in localStorage, and the root element's attribute, which `pre-hydration.ts` sets before the first paint. */
const key = 'last-role'
const attribute = 'data-last-role'

/**
 * The role of the last user signed in with this browser; undefined after a sign-out. Only a guess, to prefetch a screen's data in
 * parallel with the session. The server checks the role of each call.
 */
export function rememberedRole(): Role | undefined {
  // Server-side rendering has no document.
  const role = typeof document === 'undefined' ? null : document.documentElement.getAttribute(attribute)
  return role === 'khateeb' || role === 'masjid' ? role : undefined
}

/** Remembers the role of the current session; undefined if there is none. */
export function rememberRole(role: Role | undefined): void {
  const { documentElement } = document
  if (role === undefined) documentElement.removeAttribute(attribute)
  else documentElement.setAttribute(attribute, role)
  try {
    if (role === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, role)
  } catch {
    // Storage may be blocked. The next document then loads the session before its data.
  }
}
