import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '../../contract/endpoint.ts'
import { createExpiringMap } from '../expiring-map.ts'
import { narrowestNetworkOf } from './client-network.ts'
import { createConcurrencyLimiter, type QueuedCaller, queueLimits } from './concurrency-limiter.ts'
import { deviceTokenOf, sessionTokenOf } from './cookies.ts'
import { Failure } from './failure.ts'

/** Limits of running and waiting calls, for a small machine. */
export const gateBounds = {
  waiting: queueLimits,
  /**
   * Concurrent calls that hash a password, from browsers that have not signed in before. A hash takes 0.1 s of CPU, and hashes are computed
   * one after the other.
   */
  passwordsOfUnknownBrowsers: 8,
  /**
   * The same for browsers that have signed in before. They have their own limit, so that a flood of sign-ins from other browsers cannot
   * lock members out.
   */
  passwordsOfKnownBrowsers: 8,
}

export type GateBounds = typeof gateBounds

interface GateParts {
  readonly bounds: GateBounds
  /** Number of database connections. */
  readonly connections: number
  /** Whether cookies are https-only. */
  readonly secure: boolean
  /** Whether any account has signed in from the browser with this device token. */
  readonly isKnownDevice: (device: string | null) => Promise<boolean>
}

/** Database connections reserved for readiness checks, letters and background jobs. */
const reservedConnections = 2

/** Milliseconds for which the gate assumes that a session is still alive. */
const assumedAliveTime = 5 * 60_000

/** The maximum number of sessions to remember. A session takes about 100 bytes of memory. */
const maxSessions = 20_000

export type Gate = ReturnType<typeof createGate>

/** Limits the load from calls, so that a flood cannot delay members with a valid session. */
export function createGate({ bounds, connections, secure, isKnownDevice }: GateParts) {
  const limiter = createConcurrencyLimiter(Math.max(1, connections - reservedConnections), bounds.waiting)
  /** Tokens of sessions that were recently alive. They only give priority: each call still checks its session. */
  const sessions = createExpiringMap<true>(maxSessions)
  const runningPasswords = { unknown: 0, known: 0 }

  function requesterOf(request: FastifyRequest): QueuedCaller {
    const token = sessionTokenOf(request, secure)
    return token !== null && sessions.get(token)
      ? { hasLiveSession: true, client: token }
      : { hasLiveSession: false, client: narrowestNetworkOf(request.ip) }
  }

  /** Runs `work` as one of the limited number of running calls; waits for a place, or throws 503. */
  async function admit<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
    const release = await limiter.acquire(requesterOf(request))
    try {
      return await work()
    } finally {
      release()
    }
  }

  return {
    /** Called before the body of a password call is read. Throws 503 if `admitPassword` would refuse the call anyway. */
    refuseEarly(request: FastifyRequest, endpoint: Endpoint): void {
      if (!endpoint.hashesPassword || deviceTokenOf(request, secure) !== null) return
      if (requesterOf(request).hasLiveSession) return
      if (runningPasswords.unknown >= bounds.passwordsOfUnknownBrowsers)
        throw new Failure('unavailable', { because: 'passwords' })
    },
    admit,
    /** Runs `work`, which hashes a password. If too many such calls are running, throws 503 instead of waiting. */
    async admitPassword<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
      const isKnown =
        requesterOf(request).hasLiveSession ||
        (await admit(request, () => isKnownDevice(deviceTokenOf(request, secure))))
      const kind = isKnown ? 'known' : 'unknown'
      if (
        runningPasswords[kind] >=
        (isKnown ? bounds.passwordsOfKnownBrowsers : bounds.passwordsOfUnknownBrowsers)
      )
        throw new Failure('unavailable', { because: 'passwords' })
      runningPasswords[kind] += 1
      try {
        // The call takes no place of the limiter, because it mostly waits for its turn to hash.
        return await work()
      } finally {
        runningPasswords[kind] -= 1
      }
    },
    /** Returns the current numbers of calls. */
    counts: () => ({ ...limiter.counts(), withPasswords: runningPasswords.unknown + runningPasswords.known }),
    /** Remembers whether the request's session is alive: calls with a valid session have priority. */
    noteSession(request: FastifyRequest, isAlive: boolean): void {
      const token = sessionTokenOf(request, secure)
      if (token === null) return
      if (isAlive) sessions.set(token, true, assumedAliveTime)
      else sessions.delete(token)
    },
  }
}
