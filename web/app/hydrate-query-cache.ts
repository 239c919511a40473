import type { DehydratedState } from '@tanstack/react-query'
import { queryClient } from './document-context.ts'
import { rememberRole } from './remembered-role.ts'
import { cachedSession } from './session.ts'

/**
 * Puts the responses that came with the document into the cache, so that the screen can render without a call. Stale responses are
 * refetched as usual.
 * @param responses the dehydrated cache, as JSON
 * @param receivedAt when the document arrived, in epoch milliseconds by the browser's clock, because the server's clock may differ
 */
export function hydrateQueryCache(responses: string, receivedAt = documentReceivedAt()): void {
  const state: DehydratedState = JSON.parse(responses)
  // React Query's `hydrate` does the same for successful queries, and would add half a kilobyte to every screen.
  for (const { queryKey, state: query } of state.queries) {
    queryClient().setQueryData(queryKey, query.data, { updatedAt: receivedAt })
  }
  rememberRole(cachedSession()?.role)
}

function documentReceivedAt(): number {
  const [navigation] = performance.getEntriesByType('navigation')
  const after = navigation instanceof PerformanceNavigationTiming ? navigation.responseStart : 0
  return performance.timeOrigin + after
}
