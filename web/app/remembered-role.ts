import type { Role } from '../../contract/endpoint.ts'

/** Where it is kept, in the browser and (by `pre-hydration.ts`, before anything is painted) on the document. */
const key = 'last-role'
const attribute = 'data-last-role'

/**
 * The role of whoever was signed in here the last time, if anybody: a guess at what a screen will need, so that it can
 * be asked for beside the session. Nothing but a guess; the server decides.
 */
export function rememberedRole(): Role | undefined {
  // What the build draws is nobody's.
  const role = typeof document === 'undefined' ? null : document.documentElement.getAttribute(attribute)
  return role === 'khateeb' || role === 'masjid' ? role : undefined
}

/** To be called whenever it is known who is signed in; with nothing where nobody is. */
export function rememberRole(role: Role | undefined): void {
  const { documentElement } = document
  if (role === undefined) documentElement.removeAttribute(attribute)
  else documentElement.setAttribute(attribute, role)
  try {
    if (role === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, role)
  } catch {
    // Then the next document waits for the session first.
  }
}
