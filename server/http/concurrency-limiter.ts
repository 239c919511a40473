import { Failure } from './failure.ts'
import { FairQueue } from './fair-queue.ts'

/** The caller of a call that wants to run. */
export interface Requester {
  /** The session was recently seen alive. Such callers have priority over signed-out ones. */
  readonly hasLiveSession: boolean
  /** Key for fair queueing: a session token, or an address. */
  readonly client: string
}

/** Limits how many calls run at a time. */
export interface ConcurrencyLimiter {
  /**
   * Resolves when the call may run, with an idempotent function that releases its place. Rejects with 503, immediately if
   * too many calls wait, or after `maxWaitMs`.
   */
  acquire(visitor: Requester): Promise<() => void>
  counts(): LimiterCounts
}

/** Current numbers of calls. */
export interface LimiterCounts {
  readonly running: number
  readonly waitingWithSession: number
  readonly waitingWithoutSession: number
}

/** How long calls may wait, and how many. */
export interface WaitingBounds {
  /** Milliseconds. After that, a 503 with Retry-After serves the caller better. */
  readonly maxWaitMs: number
  /** Waiting calls per queue (with and without a session): about as many as start within `maxWaitMs`. */
  readonly maxItems: number
  /** Waiting calls of one session or address. A whole masjid may share one address. */
  readonly maxPerClient: number
}

/** Bounds for a small machine. */
export const waitingBounds: WaitingBounds = { maxWaitMs: 800, maxItems: 400, maxPerClient: 64 }

/** Turns of callers with a session before one turn of a signed-out caller, while both wait. */
const memberTurns = 3

interface Waiter {
  readonly start: () => void
}

/**
 * Limits running calls, and queues the others fairly per client. Without the limit, calls would wait for a database
 * connection in arrival order, so one client could delay all others.
 * @param places calls that may run at a time; at least a quarter is reserved for callers with a session
 */
export function createConcurrencyLimiter(
  places: number,
  bounds: WaitingBounds = waitingBounds,
): ConcurrencyLimiter {
  const withSession = new FairQueue<Waiter>(bounds)
  const withoutSession = new FairQueue<Waiter>(bounds)
  const placesWithoutSession = Math.max(1, Math.floor(places * 0.75))
  let running = 0
  let runningWithoutSession = 0
  let turn = 0

  function takePlace(hasLiveSession: boolean): () => void {
    running += 1
    if (!hasLiveSession) runningWithoutSession += 1
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      running -= 1
      if (!hasLiveSession) runningWithoutSession -= 1
      startNext()
    }
  }

  /** Starts the next waiting call in a released place. */
  function startNext(): void {
    const mayStart = runningWithoutSession < placesWithoutSession && withoutSession.size > 0
    const isTheirTurn = mayStart && (withSession.size === 0 || turn % (memberTurns + 1) === memberTurns)
    const waiter = isTheirTurn ? withoutSession.shift() : withSession.shift()
    if (waiter === undefined) return
    turn += 1
    waiter.start()
  }

  return {
    counts: () => ({
      running,
      waitingWithSession: withSession.size,
      waitingWithoutSession: withoutSession.size,
    }),
    acquire({ hasLiveSession, client }) {
      const queue = hasLiveSession ? withSession : withoutSession
      const hasPlace = running < places && (hasLiveSession || runningWithoutSession < placesWithoutSession)
      if (hasPlace && queue.size === 0) return Promise.resolve(takePlace(hasLiveSession))
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          queue.remove(client, waiter)
          reject(new Failure('unavailable', { because: 'queue' }))
        }, bounds.maxWaitMs)
        const waiter: Waiter = {
          start() {
            clearTimeout(timer)
            resolve(takePlace(hasLiveSession))
          },
        }
        if (queue.push(client, waiter)) return
        clearTimeout(timer)
        reject(new Failure('unavailable', { because: 'queue' }))
      })
    },
  }
}
