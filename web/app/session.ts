import { queryOptions } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { type LoaderFunctionArgs, redirect, replace } from 'react-router'
import type { OutputOf, Role } from '../../contract/endpoint.ts'
import { getSession } from '../../contract/identity.ts'
import { paths } from '../../contract/screen-paths.ts'
import { call, setExpectedUid } from './api-call.ts'
import { announceSession } from './cross-tab-session.ts'
import { queryClient } from './document-context.ts'
import { rememberedRole, rememberRole } from './remembered-role.ts'
import { forgetUnsavedText } from './unsaved-text.ts'

/** The signed-in user. */
export type Session = NonNullable<OutputOf<typeof getSession>>

/** The first element of the session's query key. */
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

/** Loader of the screens for members. Returns the session, or redirects to the login, which leads back after signing in. */
export async function requireSession({ request }: LoaderFunctionArgs): Promise<Session> {
  const session = await queryClient().ensureQueryData(sessionQuery)
  if (session !== null) return session
  const { pathname, search } = new URL(request.url)
  const login = paths.loginThen(pathname + search)
  // If the document was loaded at this address, the history has an entry for it, and Back would redirect again. So replace this entry.
  const isInHistory = location.pathname === pathname && location.search === search
  throw isInHistory ? replace(login) : redirect(login)
}

/** Loader of the public screens that look different to signed-in users. Returns null without a session. */
export function readSession(): Promise<Session | null> {
  return queryClient().ensureQueryData(sessionQuery)
}

/** Drops the cached session, so that the next `readSession` asks the server. */
export function dropCachedSession(): void {
  queryClient().removeQueries({ queryKey: [sessionKey] })
}

/** Returns the cached session, without a call: null if signed out, undefined if unknown. */
export function cachedSession(): Session | null | undefined {
  return queryClient().getQueryData([sessionKey])
}

/** Clears the session, the cached data and the unsaved text of the user who signed out, and informs the other tabs. */
export function forgetSession(): void {
  queryClient().clear()
  // Deletes unsaved text.
  sessionStorage.clear()
  rememberRole(undefined)
  announceSession(undefined)
  queryClient().setQueryData([sessionKey], null)
}

/** Asks the server whether the session has ended. If so, clears the session and all cached data. */
export async function forgetSessionIfEnded(): Promise<void> {
  // Without a response, the session counts as ended, so that its data doesn't stay on this screen.
  const session = await queryClient()
    .fetchQuery({ ...sessionQuery, staleTime: 0 })
    .catch(() => null)
  if (session === null) forgetSession()
}

/** Starts the queries of a screen, and returns their promises. */
type Prefetch = () => readonly Promise<void>[]

export type PrefetchResult = Promise<unknown> | null

/**
 * Runs the prefetch for the user's role, at once if the role is known or remembered, otherwise after loading the session. Prefetches
 * nothing for the other role, because the server would refuse those calls. In the browser, the result is null: the loader does not
 * wait, and the screen shows while its data loads. On the server, the loader waits, so that the document contains the data.
 */
export function prefetchForRole(start: Readonly<Partial<Record<Role, Prefetch>>>): PrefetchResult {
  const known = cachedSession()
  const role = known === undefined ? rememberedRole() : known?.role
  const prefetch = (found: Role) => Promise.all(start[found]?.() ?? [])
  const prefetching =
    role === undefined
      ? // If the session fails to load, the frame around the screen shows the error.
        readSession().then(
          (session) => session && prefetch(session.role),
          () => null,
        )
      : prefetch(role)
  return import.meta.env.SSR ? prefetching : null
}

/** Like `prefetchForRole`, for data that both roles may see. */
export function prefetchForBothRoles(start: Prefetch): PrefetchResult {
  return prefetchForRole({ khateeb: start, masjid: start })
}

/** Call this after signing in. Clears the data of any previous user, and resolves with the new session. */
export async function refetchSession(): Promise<Session | null> {
  setExpectedUid(undefined)
  queryClient().clear()
  const session = await queryClient().fetchQuery(sessionQuery)
  if (session !== null) {
    const { personId } = session
    announceSession({ personId })
    forgetUnsavedText(personId)
  }
  return session
}

/**
 * Caches a newer session of the same party. Returns whether it differs from the cached one. If so, the caller must revalidate the frame, so
 * that the frame renders with the newer session.
 */
export function updateSession(session: Session): boolean {
  const old = cachedSession()
  if (session.uid !== old?.uid) return false
  // React Query keeps the old object if the new session equals it.
  return queryClient().setQueryData([sessionKey], session) !== old
}

export const SessionContext = createContext<Session | undefined>(undefined)

/** Returns the session of this screen, even if the session has expired meanwhile. Live updates can change all fields except `uid`. */
export function useSession(): Session {
  const session = use(SessionContext)
  if (session === undefined) throw new Error('useSession is only for screens of members')
  return session
}
