import { checkForChanges } from '../../contract/live.ts'
import { type Route, streamRoute } from '../http/route.ts'
import type { ChangeStreams } from './change-streams.ts'
import { hasChanged } from './changed-since.ts'

export function liveRoutes(streams: ChangeStreams): Route[] {
  return [
    streamRoute(
      checkForChanges,
      async ({ caller, database }, { seconds, about = [] }) => ({
        changed: await hasChanged(database.reader, { uid: caller.uid, about }, seconds),
      }),
      ({ caller }, { seconds, about = [] }) =>
        streams.open(
          { uid: caller.uid, personId: caller.personId, sessionId: caller.sessionId, about },
          seconds,
        ),
    ),
  ]
}
