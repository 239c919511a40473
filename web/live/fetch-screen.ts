import { notifyManager } from '@tanstack/react-query'
import { CallFailed } from '../../contract/client.ts'
import { createQueryClient } from '../app/create-query-client.ts'
import { queryClient } from '../app/document-context.ts'
import { isScreenData, refreshScreen } from '../app/refresh-screen.ts'

/**
 * Like `refreshScreen`, but shows nothing yet, so that a screen which the user doesn't expect to change can wait for a moment in
 * which they aren't about to press something. Resolves with a function that shows what was fetched; undefined if the server could
 * not be reached.
 */
export async function fetchScreen(): Promise<(() => void) | undefined> {
  const aside = createQueryClient()
  const shown = queryClient().getQueryCache().findAll({ type: 'active', predicate: isScreenData })
  try {
    const answers = await Promise.all(
      shown.map(async (query) => {
        const { state, options, queryKey } = query
        const fetchedAt = Date.now()
        const copy = aside
          .getQueryCache()
          .build(aside, { ...options, queryKey }, { ...state, fetchStatus: 'idle' })
        return { query, shownAt: state.dataUpdatedAt, fetchedAt, data: await copy.fetch() }
      }),
    )
    return () => {
      notifyManager.batch(() => {
        for (const { query, shownAt, fetchedAt, data } of answers) {
          // Otherwise the query was refetched meanwhile, and has the newer answer.
          if (query.state.dataUpdatedAt === shownAt)
            query.setData(data, { updatedAt: fetchedAt, manual: true })
        }
      })
      void queryClient().invalidateQueries({ type: 'inactive', refetchType: 'none', predicate: isScreenData })
    }
  } catch (error) {
    const isUnreachable = error instanceof CallFailed && (error.status === 0 || error.status === 503)
    return isUnreachable ? undefined : () => void refreshScreen()
  } finally {
    aside.clear()
  }
}
