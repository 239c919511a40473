import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Database, Tx } from '../database/database.ts'
import { deviceTokenOf, sessionCookieOf, sessionTokenOf, setDeviceCookie } from './cookies.ts'
import { runOnce } from './idempotency.ts'
import { lockMembership } from './lock-membership.ts'

/** Returns what a handler gets besides its input. */
export function contextOf(
  request: FastifyRequest,
  reply: FastifyReply,
  call: { readonly endpoint: Endpoint; readonly input: unknown; readonly key: string | null },
  { database, secure }: { readonly database: Database; readonly secure: boolean },
) {
  return {
    /** Null for a signed-out visitor, if the endpoint needs no session. */
    caller: request.caller,
    database,
    /** Adds the request id to each line. Never log emails, phones or texts of users. */
    log: request.log,
    /**
     * Runs the change in one transaction that also stores the Idempotency-Key. A retry changes nothing and gets the stored
     * result. Results are stored as JSON for a day, so they must not contain personal data: an endpoint that responds with a
     * record reads it after the transaction. `lockMembership` ensures that the caller is still a member when the change is committed.
     */
    transact: <T>(change: (tx: Tx) => Promise<T>): Promise<T> =>
      database.transaction(async (tx) => {
        const { endpoint, input, key } = call
        const { caller } = request
        if (caller !== null) await lockMembership(tx, endpoint, caller)
        return key === null ? change(tx) : runOnce(tx, { endpoint, caller, key, input }, () => change(tx))
      }),
    /** Sets the response header with the cursor of the next page. */
    nextCursor: (cursor: string) => void reply.header('x-next-cursor', cursor),
    /** What a handler may know about the request. */
    request: {
      /** The client's address: the peer's, or the one that a trusted proxy sent. */
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      /**
       * Whether the request came from a browser page, which sends an Origin header. The response then has the session token only in a
       * cookie.
       */
      isFromPage: request.headers.origin !== undefined,
      /** The session token of the call. */
      token: sessionTokenOf(request, secure),
      /** The token in the browser's device cookie. */
      device: deviceTokenOf(request, secure),
    },
    /** Sets the device cookie, with a lifetime in seconds. The cookie identifies a browser but grants no access. */
    deviceCookie: (token: string, seconds: number) => setDeviceCookie(reply, secure, token, seconds),
    cookie: sessionCookieOf(reply, secure),
  }
}
