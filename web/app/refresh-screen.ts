import type { Query } from '@tanstack/react-query'
import { queryClient } from './document-context.ts'
import { sessionKey } from './session.ts'

/**
 * Whether an action may have changed the data of a query. True for all queries except the session, because an action may change many lists.
 */
export const isScreenData = ({ queryKey }: Pick<Query, 'queryKey'>): boolean => queryKey[0] !== sessionKey

/**
 * Refetches the data of the current screen. Other cached data is refetched when a screen next shows it. Resolves when the current
 * screen has its new data.
 */
export function refreshScreen(): Promise<void> {
  return queryClient().invalidateQueries({ predicate: isScreenData })
}
