import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '../../contract/endpoint.ts'
import {
  type LimiterCounts,
  createConcurrencyLimiter,
  type Requester,
  type WaitingBounds,
  waitingBounds,
} from './concurrency-limiter.ts'
import { deviceTokenOf, sessionTokenOf } from './cookies.ts'
import { Failure } from './failure.ts'
import { RecentSessions } from './recent-sessions.ts'

/** How many calls the gate lets in, and has wait. */
export interface GateBounds {
  readonly waiting: WaitingBounds
  /** Calls that verify or store a password: each takes a tenth of a second of a processor, one after the other. */
  readonly passwordsOfUnknownBrowsers: number
  /** Kept for browsers from which an account was signed in before: a flood of the sign-in takes none of these. */
  readonly passwordsOfKnownBrowsers: number
}

/** What a small machine gets done in time. */
export const gateBounds: GateBounds = { waiting: waitingBounds, passwordsOfUnknownBrowsers: 8, passwordsOfKnownBrowsers: 8 }

interface GateParts {
  readonly bounds: GateBounds
  /** Connections to the database. */
  readonly connections: number
  /** Whether cookies are https. */
  readonly secure: boolean
  /** What counts as one client: an address, or a network of them. */
  readonly networkOf: (address: string) => string
  /** Whether any account was signed in from the browser whose device cookie holds this. */
  readonly isKnownDevice: (device: string | null) => Promise<boolean>
}

/** What stands before the calls, so that no crowd keeps those waiting who are already inside. */
export interface Gate {
  /** Refuses a call with 503 that would be refused later, before it costs anything. */
  refuseEarly(request: FastifyRequest, endpoint: Endpoint): void
  /** Runs `work` with a place among the calls that work at a time. */
  admit<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T>
  /** Runs `work`, which verifies or stores a password; so many may do so at a time, and those beyond get 503 at once. */
  admitPassword<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T>
  /** Notes whether a request's session is alive; later calls with it are let in before strangers' calls. */
  noteSession(request: FastifyRequest, isAlive: boolean): void
  counts(): GateCounts
}

/** Calls at this moment. */
interface GateCounts extends LimiterCounts {
  readonly withPasswords: number
}

/** Connections that no call takes: for readiness, letters and chores. */
const connectionsKept = 2

export function createGate({ bounds, connections, secure, networkOf, isKnownDevice }: GateParts): Gate {
  const limiter = createConcurrencyLimiter(Math.max(1, connections - connectionsKept), bounds.waiting)
  const sessions = new RecentSessions()
  const passwords = { strangers: 0, known: 0 }

  function requesterOf(request: FastifyRequest): Requester {
    const token = sessionTokenOf(request, secure)
    return token !== null && sessions.has(token)
      ? { hasLiveSession: true, client: token }
      : { hasLiveSession: false, client: networkOf(request.ip) }
  }

  async function admit<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
    const leave = await limiter.acquire(requesterOf(request))
    try {
      return await work()
    } finally {
      leave()
    }
  }

  return {
    refuseEarly(request, endpoint) {
      if (!endpoint.takesPassword || deviceTokenOf(request, secure) !== null) return
      if (requesterOf(request).hasLiveSession) return
      if (passwords.strangers >= bounds.passwordsOfUnknownBrowsers)
        throw new Failure('unavailable', { because: 'passwords' })
    },
    admit,
    async admitPassword(request, work) {
      const isKnown =
        requesterOf(request).hasLiveSession || (await admit(request, () => isKnownDevice(deviceTokenOf(request, secure))))
      const kind = isKnown ? 'known' : 'strangers'
      if (passwords[kind] >= (isKnown ? bounds.passwordsOfKnownBrowsers : bounds.passwordsOfUnknownBrowsers))
        throw new Failure('unavailable', { because: 'passwords' })
      passwords[kind] += 1
      try {
        // It takes no place among the other calls: most of its time it waits for its turn at the hashing.
        return await work()
      } finally {
        passwords[kind] -= 1
      }
    },
    counts: () => ({ ...limiter.counts(), withPasswords: passwords.strangers + passwords.known }),
    noteSession(request, isAlive) {
      const token = sessionTokenOf(request, secure)
      if (token === null) return
      if (isAlive) sessions.add(token)
      else sessions.delete(token)
    },
  }
}
