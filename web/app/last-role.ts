import type { Role } from '../../contract/endpoint.ts'

const key = 'last-role'

/**
 * The role of whoever was signed in here the last time, if anybody: a guess at what a screen will need, so that it can
 * be asked for beside the session. Nothing but a guess; the server decides.
 */
export function lastRole(): Role | undefined {
  try {
    const role = localStorage.getItem(key)
    return role === 'khateeb' || role === 'masjid' ? role : undefined
  } catch {
    // A browser may keep nothing, and say so by throwing.
    return undefined
  }
}

/** To be called whenever it is known who is signed in; with nothing where nobody is. */
export function rememberRole(role: Role | undefined): void {
  try {
    if (role === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, role)
  } catch {
    // Then the next screen waits for the session first.
  }
}
