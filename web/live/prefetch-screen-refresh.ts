import { notifyManager } from '@tanstack/react-query'
import { CallFailed } from '../../contract/client.ts'
import { getSession } from '../../contract/identity.ts'
import { call, callInBackground } from '../app/api-call.ts'
import { createQueryClient } from '../app/create-query-client.ts'
import { queryClient } from '../app/document-context.ts'
import { isScreenData, refreshScreen } from '../app/refresh-screen.ts'
import { cachedSession, type Session, updateSession } from '../app/session.ts'

/** What a refresh has changed. */
export interface RefreshResult {
  /** The user's name or time zone. */
  readonly isNewSession: boolean
  /** The data of the screen. */
  readonly hasChanged: boolean
}

/**
 * Like `refreshScreen`, but shows nothing yet, so that a screen which the user doesn't expect to change can wait for a moment in
 * which they aren't about to press something. The session is fetched too, since a masjid's times depend on its time zone. Resolves
 * with a function that shows what was fetched, and returns whether it differs.
 */
export async function prefetchScreenRefresh(): Promise<(() => RefreshResult) | 'unreachable' | 'signed out'> {
  const aside = createQueryClient()
  const shown = queryClient().getQueryCache().findAll({ type: 'active', predicate: isScreenData })
  try {
    const session = await call(getSession, {})
    if (session === null) return 'signed out'
    const answers = await Promise.all(
      shown.map(async (query) => {
        const { state, options, queryKey } = query
        const fetchedAt = Date.now()
        const copy = aside
          .getQueryCache()
          .build(aside, { ...options, queryKey }, { ...state, fetchStatus: 'idle' })
        return {
          query,
          shownAt: state.dataUpdatedAt,
          fetchedAt,
          data: await callInBackground(() => copy.fetch()),
        }
      }),
    )
    return () => {
      const isNewSession = showSession(session)
      const before = answers.map(({ query }) => query.state.data)
      notifyManager.batch(() => {
        for (const { query, shownAt, fetchedAt, data } of answers) {
          // Otherwise the query was refetched meanwhile, and has the newer answer.
          if (query.state.dataUpdatedAt === shownAt)
            query.setData(data, { updatedAt: fetchedAt, manual: true })
        }
      })
      void queryClient().invalidateQueries({ type: 'inactive', refetchType: 'none', predicate: isScreenData })
      // React Query keeps the old object if the new data equals it.
      return { isNewSession, hasChanged: answers.some(({ query }, i) => query.state.data !== before[i]) }
    }
  } catch (error) {
    if (error instanceof CallFailed && error.code === 'not_signed_in') return 'signed out'
    const isUnreachable = error instanceof CallFailed && (error.status === 0 || error.status === 503)
    if (isUnreachable) return 'unreachable'
    return () => {
      void refreshScreen()
      return { isNewSession: false, hasChanged: false }
    }
  } finally {
    aside.clear()
  }
}

/** Caches the user's new name and time zone. Returns whether they differ. */
function showSession(session: Session): boolean {
  const old = cachedSession()
  if (session.uid !== old?.uid) return false
  const { name, timeZone } = session
  if (name === old.name && timeZone === old.timeZone) return false
  updateSession({ name, timeZone })
  return true
}
