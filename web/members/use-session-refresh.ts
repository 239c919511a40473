import { useRevalidator } from 'react-router'
import { getSession } from '../../contract/identity.ts'
import { call } from '../app/api-call.ts'
import { updateSession } from '../app/session.ts'

/**
 * Returns a function that fetches the session again and shows it. Call it after the user has changed their own name, time zone or role. If
 * the fetch fails, a later live update shows the session.
 */
export function useSessionRefresh(): () => Promise<void> {
  const { revalidate } = useRevalidator()
  return async () => {
    const session = await call(getSession, {}).catch(() => null)
    if (session !== null && updateSession(session)) await revalidate()
  }
}
