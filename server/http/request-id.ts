import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Returns the id of a request in the log: a well-formed X-Request-Id from the proxy or client, or else a new UUID. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[A-Za-z0-9_-]{8,64}$/.test(given) ? given : randomUUID()
}
