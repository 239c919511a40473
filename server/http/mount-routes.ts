import { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { actingUidHeader } from '../../contract/client.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { commonFailures } from '../../contract/failures.ts'
import { constraintFailure } from '../database/constraints.ts'
import type { Database } from '../database/database.ts'
import { isDatabaseUnavailable } from '../database/unavailable.ts'
import type { Gate } from './admission-gate.ts'
import { authorize, callerActingFor, callerActingForNamedParty } from './authorize.ts'
import { contextOf } from './context.ts'
import { deviceTokenOf, sessionTokenOf } from './cookies.ts'
import { acceptsEvents, sendEvents } from './event-stream.ts'
import { Failure, partyLostFailure } from './failure.ts'
import { readIdempotencyKey } from './idempotency.ts'
import { parseInput } from './parse-input.ts'
import type { Caller, ConsumeRateLimit, RefundRateLimit, Route } from './route.ts'

interface MountParts {
  readonly database: Database
  /** Finds the caller for a session token. The caller acts for their first party. Null if the session has ended. */
  readonly findCaller: (token: string) => Promise<Caller | null>
  readonly countCall: ConsumeRateLimit
  /** Whether the operator requires a second factor of the caller, and the caller has none. */
  readonly lacksRequiredFactor: (caller: Caller) => Promise<boolean>
  readonly gate: Gate
  /** Whether the site uses https. */
  readonly secure: boolean
  /** Whether to compare every response with its schema, as tests do: a field outside of the contract is a leak. */
  readonly checkResponses: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    refund: RefundRateLimit | null
  }
}

/**
 * Registers the routes. A call with several errors gets the first of 401, 429, 413/415, 400, 403, 404, 409. The hooks of the whole
 * server refuse a call before that: for its Host (400) or Origin (403), or under load (503).
 */
export function mountRoutes(server: FastifyInstance, routes: readonly Route[], parts: MountParts): void {
  server.decorateRequest('caller', null)
  server.decorateRequest('refund', null)
  for (const route of routes) {
    const { endpoint } = route
    /** A read has no body, so it is authenticated and run in one step. */
    const isRead = endpoint.method === 'GET'
    server.route({
      method: endpoint.method,
      url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
      config: { isCall: true },
      onRequest: async (request) => {
        parts.gate.refuseEarly(request, endpoint)
        if (!isRead) await parts.gate.admit(request, () => authenticateAndCount(request))
      },
      onError: async (request) => {
        // If the refund fails, the call stays counted, so the account is limited a little earlier.
        await request.refund?.().catch(() => undefined)
      },
      handler: async (request, reply) => {
        const result = await admitAndRespond(request, reply)
        // The call has left its place at the gate, because a stream may be open for hours.
        return result instanceof Readable ? sendEvents(reply, result) : result
      },
    })

    /** A call gives up its place while its body is received, which may take 30 seconds, so the call takes a new place here. */
    function admitAndRespond(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | Readable> {
      return endpoint.hashesPassword
        ? parts.gate.admitPassword(request, () => respond(request, reply))
        : parts.gate.admit(request, async () => {
            if (isRead) await authenticateAndCount(request)
            return respond(request, reply)
          })
    }

    async function authenticateAndCount(request: FastifyRequest): Promise<void> {
      request.caller = await callerOf(request, parts)
      parts.gate.noteSession(request, request.caller !== null)
      if (endpoint.access !== 'anyone' && request.caller === null) throw new Failure('not_signed_in')
      const device = deviceTokenOf(request, parts.secure)
      const { caller } = request
      request.refund = await parts.countCall(endpoint, { caller, device, address: request.ip })
    }

    async function refuseOwnerWithoutSecondFactor(caller: Caller | null): Promise<void> {
      if (endpoint.needs === 'owner' && caller !== null && (await parts.lacksRequiredFactor(caller)))
        throw new Failure('owner_needs_second_factor')
    }

    /** Sends the response, or returns its stream of events. */
    async function respond(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | Readable> {
      // While the body was received, which may take 30 seconds, the session may have ended, or the caller may have lost a membership. So
      // find the caller again.
      if (!isRead && endpoint.access !== 'anyone') {
        request.caller = await callerOf(request, parts)
        if (request.caller === null) throw new Failure('not_signed_in')
      }
      const received = parseInput(endpoint, request)
      // Reads the Idempotency-Key before `authorize`: if the key is invalid and the caller has no access, the call gets 400, not 403.
      const key = keyOf(endpoint, request)
      if (request.caller !== null && request.headers[actingUidHeader] === undefined)
        request.caller = callerActingForNamedParty(endpoint, request.caller, received)
      const input = authorize(endpoint, request.caller, received)
      await refuseOwnerWithoutSecondFactor(request.caller)
      const context = contextOf(request, reply, { endpoint, input, key }, parts)
      if (route.stream !== undefined && acceptsEvents(request)) return route.stream(context, input)
      const output = await route.run(context, input).catch(async (error: unknown) => {
        const isDefect = !(error instanceof Failure) && !isDatabaseUnavailable(error)
        if (isDefect) await refuseLostCaller(request, parts)
        throw toDeclaredFailure(endpoint, error)
      })
      if (parts.checkResponses) checkResponse(endpoint, output)
      // Fastify would send null as an empty body.
      return reply
        .type('application/json; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(JSON.stringify(output))
    }
  }
}

/** Returns the caller, acting for the party that the client names. Throws if the caller may not act for this party. */
async function callerOf(request: FastifyRequest, parts: MountParts): Promise<Caller | null> {
  const token = sessionTokenOf(request, parts.secure)
  const caller = token === null ? null : await parts.findCaller(token)
  const uid = request.headers[actingUidHeader]
  if (caller === null || uid === undefined) return caller
  const acting = callerActingFor(caller, uid)
  if (acting === null) throw partyLostFailure()
  return acting
}

/**
 * Throws if, during the call, the caller's session ended, or the caller lost the right to act for the party. In this case, an error of the
 * call is no defect.
 */
async function refuseLostCaller(request: FastifyRequest, parts: MountParts): Promise<void> {
  if (request.caller === null) return
  const current = await callerOf(request, parts)
  if (current === null) throw new Failure('not_signed_in')
  if (callerActingFor(current, request.caller.uid) === null) throw partyLostFailure()
}

/** Returns the call's Idempotency-Key; null without one, for reads, and for secret results, which must not be stored. */
function keyOf(endpoint: Endpoint, request: FastifyRequest): string | null {
  return endpoint.method === 'GET' || endpoint.secret
    ? null
    : readIdempotencyKey(request.headers['idempotency-key'])
}

/**
 * Turns a violated database constraint into its failure, and a failure that the endpoint does not declare into a defect.
 * Other errors stay as they are.
 */
function toDeclaredFailure(endpoint: Endpoint, error: unknown): unknown {
  const meaning = constraintFailure(error)
  const failure = meaning === undefined ? error : new Failure(meaning)
  if (!(failure instanceof Failure)) return error
  const known = [...commonFailures, 'not_signed_in', 'not_yours', 'member_role', ...endpoint.failures]
  return known.includes(failure.code)
    ? failure
    : new Error(`${endpoint.name} failed with ${failure.code}, which it does not declare`, { cause: error })
}

function checkResponse(endpoint: Endpoint, output: unknown): void {
  const sent: unknown = JSON.parse(JSON.stringify(output))
  const declared: unknown = JSON.parse(JSON.stringify(z.parse(endpoint.output, sent)))
  if (!isDeepStrictEqual(declared, sent)) {
    throw new Error(`${endpoint.name} responded with more than its contract says`)
  }
}
