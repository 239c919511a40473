import { checkForChanges } from '../../contract/live.ts'
import { type Caller, type Route, streamRoute } from '../http/route.ts'
import type { ChangeStreams } from './change-streams.ts'
import { hasChanged } from './changed-since.ts'

export function liveRoutes(streams: ChangeStreams): Route[] {
  return [
    streamRoute(
      checkForChanges,
      async ({ caller, database }, { seconds, about = [] }) => ({
        changed: await hasChanged(database.db, { own: partyUidsOf(caller), about }, seconds),
      }),
      ({ caller }, { seconds, about = [] }) =>
        streams.open(
          { own: partyUidsOf(caller), personId: caller.personId, sessionId: caller.sessionId, about },
          seconds,
        ),
    ),
  ]
}

/**
 * All parties of the caller, because the tabs of a browser share one stream, and each tab may act for another party. (`EventSource`
 * can't send the header that names a party.)
 */
function partyUidsOf({ memberships }: Caller): string[] {
  return memberships.map(({ uid }) => uid)
}
