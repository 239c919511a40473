import { queryClient } from './document-context.ts'
import { sessionKey } from './session.ts'

/**
 * Refetches what the current screen shows; everything else in the cache refetches when it is next shown. Since one action may change
 * many lists, only the session stays valid. Resolves when the current screen is refetched.
 */
export function refreshScreen(): Promise<void> {
  return queryClient().invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey })
}
