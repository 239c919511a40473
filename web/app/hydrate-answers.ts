import { type DehydratedState, hydrate } from '@tanstack/react-query'
import { queryClient } from './caller.ts'
import { rememberRole } from './remembered-role.ts'
import { cachedSession } from './session.ts'

/**
 * Puts the answers that came with the document into the cache, so that its screen can be shown without a call. Those that
 * are old by now are asked for again, like all others.
 * @param answers the state of a cache, as JSON
 * @param receivedAt when the document came, in milliseconds by the browser's clock; the server's may differ
 */
export function hydrateAnswers(answers: string, receivedAt = documentReceivedAt()): void {
  const state: DehydratedState = JSON.parse(answers)
  for (const query of state.queries) query.state.dataUpdatedAt = receivedAt
  hydrate(queryClient(), state)
  rememberRole(cachedSession()?.role)
}

function documentReceivedAt(): number {
  const [navigation] = performance.getEntriesByType('navigation')
  const after = navigation instanceof PerformanceNavigationTiming ? navigation.responseStart : 0
  return performance.timeOrigin + after
}
