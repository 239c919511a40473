import type { Query } from '@tanstack/react-query'
import { queryClient } from './document-context.ts'
import { sessionKey } from './session.ts'

/** One action may change many lists, so only the session stays valid. */
export const isScreenData = ({ queryKey }: Pick<Query, 'queryKey'>): boolean => queryKey[0] !== sessionKey

/**
 * Refetches what the current screen shows; everything else in the cache refetches when it is next shown. Resolves when the current
 * screen is refetched.
 */
export function refreshScreen(): Promise<void> {
  return queryClient().invalidateQueries({ predicate: isScreenData })
}
