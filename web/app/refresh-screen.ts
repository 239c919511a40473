import { queryClient } from '../app/caller.ts'
import { sessionKey } from '../app/session.ts'

/**
 * After an action: what is on the screen is asked for anew, the rest when it is next looked at. One fills a slot, and
 * lists of both sides change; so nothing but the session is taken to be still true. Resolves when the screen is.
 */
export function refreshScreen(): Promise<void> {
  return queryClient().invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey })
}
