import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/**
 * The name of a request, by which its lines are found in the log: the one that a proxy or a client gave it in X-Request-Id,
 * where that looks like one, else one of our own.
 */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[A-Za-z0-9_-]{8,64}$/.test(given) ? given : randomUUID()
}
