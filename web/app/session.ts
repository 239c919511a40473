import { queryOptions } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { type LoaderFunctionArgs, redirect, replace } from 'react-router'
import type { OutputOf, Role } from '../../contract/endpoint.ts'
import { getSession } from '../../contract/identity.ts'
import { call, setShownUid } from './api-call.ts'
import { queryClient } from './caller.ts'
import { rememberedRole, rememberRole } from './remembered-role.ts'
import { announceSession } from './cross-tab-session.ts'
import { paths } from './paths.ts'

/** Who is signed in. */
export type Session = NonNullable<OutputOf<typeof getSession>>

/** The first element of the key that the session is cached under. */
export const sessionKey = 'session'

const sessionQuery = queryOptions({
  queryKey: [sessionKey],
  queryFn: async () => {
    const session = await call(getSession, {})
    rememberRole(session?.role)
    return session
  },
  staleTime: 5 * 60_000,
})

/** Loader of the protected screens: the session, or the way to the login screen and back. */
export async function requireSession({ request }: LoaderFunctionArgs): Promise<Session> {
  const session = await queryClient().ensureQueryData(sessionQuery)
  if (session !== null) return session
  const { pathname, search } = new URL(request.url)
  const wayIn = paths.loginThen(pathname + search)
  // An address that was typed or loaded anew stands in the history already, and would only lead here again.
  const isThere = location.pathname === pathname && location.search === search
  throw isThere ? replace(wayIn) : redirect(wayIn)
}

/** Loader of the screens that anybody may open but that look different to the signed in. */
export function readSession(): Promise<Session | null> {
  return queryClient().ensureQueryData(sessionQuery)
}

/** Who is signed in, as far as it is known without asking; undefined where it isn't. */
export function cachedSession(): Session | null | undefined {
  return queryClient().getQueryData([sessionKey])
}

/** Forgets who was signed in and everything they had seen, so that the next person starts afresh. */
export function forgetSession(): void {
  queryClient().clear()
  // What was typed and not saved lies there.
  sessionStorage.clear()
  rememberRole(undefined)
  announceSession(undefined)
  queryClient().setQueryData([sessionKey], null)
}

/**
 * Starts what a screen of the signed in needs, by their role: beside the session where the role is known or can be
 * guessed from the last time, else after it. What would only be refused is not asked for.
 */
export function prefetchForRole(start: Readonly<Partial<Record<Role, () => void>>>): void {
  const known = cachedSession()
  const role = known === undefined ? rememberedRole() : known?.role
  if (role !== undefined) return start[role]?.()
  const startAfter = (session: Session | null) => session !== null && start[session.role]?.()
  // Where it can't be had, the frame around the screen says so.
  void readSession().then(startAfter, () => undefined)
}

/** The same for what either role may see. */
export function prefetchForBothRoles(start: () => void): void {
  prefetchForRole({ khateeb: start, masjid: start })
}

/** To be called after signing in: forgets what somebody else may have seen here, and resolves with who it is now. */
export async function refetchSession(): Promise<Session | null> {
  setShownUid(undefined)
  queryClient().clear()
  const session = await queryClient().fetchQuery(sessionQuery)
  if (session !== null) announceSession(session.uid)
  return session
}

/** To be called when the signed in has changed his name. */
export function updateSessionName(name: string): void {
  queryClient().setQueryData<Session | null>([sessionKey], (session) => session && { ...session, name })
}

export const SessionContext = createContext<Session | undefined>(undefined)

/** The one who opened this protected screen. Stays the same while the screen is open, even if the session ends. */
export function useSession(): Session {
  const session = use(SessionContext)
  if (session === undefined) throw new Error('useSession is for protected screens only')
  return session
}
