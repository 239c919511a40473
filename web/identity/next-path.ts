import type { NavigateFunction } from 'react-router'
import { actingUidIn } from '../../contract/acting-party.ts'

/**
 * Returns the path of this site in a query string's `?next=`; undefined if there is none. Prevents an open redirect: ignores texts that a
 * browser could read as another host (`//host`, `/\host`, including texts with a tab or newline between the slashes).
 */
export function nextPathIn(search: string): string | undefined {
  const next = new URLSearchParams(search).get('next') ?? ''
  const origin = 'https://minbar.invalid'
  const isSameSite =
    next.startsWith('/') && URL.canParse(next, origin) && new URL(next, origin).origin === origin
  return isSameSite ? next : undefined
}

/**
 * Replaces the current screen with the screen at `path`. If the path names a party, loads a new document, because the cached session is for
 * the user's first party.
 */
export async function replaceScreen(path: string, navigate: NavigateFunction): Promise<void> {
  if (actingUidIn(path) !== null) return window.location.replace(path)
  await navigate(path, { replace: true })
}
