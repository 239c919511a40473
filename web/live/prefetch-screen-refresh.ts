import { notifyManager, type Query } from '@tanstack/react-query'
import { CallFailed } from '../../contract/client.ts'
import { getSession } from '../../contract/identity.ts'
import { call, callInBackground } from '../app/api-call.ts'
import { createQueryClient } from '../app/create-query-client.ts'
import { queryClient } from '../app/document-context.ts'
import { isUnreachable } from '../app/failure-message.ts'
import { isScreenData, refreshScreen } from '../app/refresh-screen.ts'
import { updateSession } from '../app/session.ts'

/** Tells what a refresh has changed. */
export interface RefreshResult {
  /** Whether the session has changed, for example the user's role. */
  readonly isNewSession: boolean
  /** Whether the data of the screen has changed. */
  readonly hasChanged: boolean
}

/**
 * Fetches the data of the screen like `refreshScreen`, but does not show it yet. So the caller can wait for a moment in which the user
 * isn't about to press a control. Also fetches the session, because a masjid's times depend on its time zone. Resolves with a function
 * that shows the fetched data and returns what has changed; with `outdated` if the screen's data was fetched or changed in the meantime.
 */
export async function prefetchScreenRefresh(): Promise<
  (() => RefreshResult) | 'outdated' | 'unreachable' | 'signed out'
> {
  const aside = createQueryClient()
  const shown = shownQueries()
  const states = shown.map(({ state }) => state)
  try {
    const session = await call(getSession, {})
    if (session === null) return 'signed out'
    const fetched = await Promise.all(
      shown.map(async (query) => {
        const { state, options, queryKey } = query
        const fetchedAt = Date.now()
        const copy = aside
          .getQueryCache()
          .build(aside, { ...options, queryKey }, { ...state, fetchStatus: 'idle' })
        return { query, fetchedAt, data: await callInBackground(() => copy.fetch()) }
      }),
    )
    // The fetched data may lack a page that Show More has loaded, or may be older than the data of the screen.
    if (shownQueries().some(({ state }, i) => state !== states[i])) return 'outdated'
    return () => {
      const isNewSession = updateSession(session)
      const before = fetched.map(({ query }) => query.state.data)
      notifyManager.batch(() => {
        for (const { query, fetchedAt, data } of fetched)
          query.setData(data, { updatedAt: fetchedAt, manual: true })
      })
      void queryClient().invalidateQueries({ type: 'inactive', refetchType: 'none', predicate: isScreenData })
      // React Query keeps the old object if the new data equals it.
      return { isNewSession, hasChanged: fetched.some(({ query }, i) => query.state.data !== before[i]) }
    }
  } catch (error) {
    if (error instanceof CallFailed && error.code === 'not_signed_in') return 'signed out'
    if (isUnreachable(error)) return 'unreachable'
    return () => {
      void refreshScreen()
      return { isNewSession: false, hasChanged: false }
    }
  } finally {
    aside.clear()
  }
}

/** Returns the queries whose data the screen shows. */
function shownQueries(): Query[] {
  return queryClient().getQueryCache().findAll({ type: 'active', predicate: isScreenData })
}
