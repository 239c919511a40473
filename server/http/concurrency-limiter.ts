import { Failure } from './failure.ts'
import { FairQueue } from './fair-queue.ts'

/** The caller of a call that wants to run. */
export interface QueuedCaller {
  /** Whether the caller's session was recently seen alive. If so, the caller has priority over signed-out callers. */
  readonly hasLiveSession: boolean
  /** Key for fair queueing: a session token, or an IPv4 address or IPv6 /64 network. */
  readonly client: string
}

/** How long calls may wait, and how many, on a small machine. */
export const queueLimits = {
  /** Milliseconds. For the caller, a 503 with Retry-After is better than a longer wait. */
  maxWaitMs: 800,
  /** The most calls that wait in each of the two queues (with and without a session). About this many start within `maxWaitMs`. */
  maxItems: 400,
  /** The most waiting calls of one session or address. A whole masjid may share one address. */
  maxPerClient: 64,
}

/** While calls with and without a session wait, the calls with a session get this many turns for each turn of a call without one. */
const memberTurns = 3

/**
 * Limits running calls, and queues the others fairly per client. Without the limit, calls would wait for a database connection in arrival
 * order, so one client could delay all others.
 * @param places the number of calls that may run at the same time. If there are two places or more, at least a quarter of them is
 * reserved for callers with a session.
 */
export function createConcurrencyLimiter(places: number, bounds = queueLimits) {
  /** The functions that start the waiting calls. */
  const withSession = new FairQueue<() => void>(bounds)
  const withoutSession = new FairQueue<() => void>(bounds)
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
    const start = isTheirTurn ? withoutSession.shift() : withSession.shift()
    if (start === undefined) return
    turn += 1
    start()
  }

  return {
    /** Returns the current numbers of calls. */
    counts: () => ({
      running,
      waitingWithSession: withSession.size,
      waitingWithoutSession: withoutSession.size,
    }),
    /**
     * Resolves when the call may run, with an idempotent function that releases its place. Rejects with 503, immediately if
     * too many calls wait, or after `maxWaitMs`.
     */
    acquire({ hasLiveSession, client }: QueuedCaller): Promise<() => void> {
      const queue = hasLiveSession ? withSession : withoutSession
      const hasPlace = running < places && (hasLiveSession || runningWithoutSession < placesWithoutSession)
      if (hasPlace && queue.size === 0) return Promise.resolve(takePlace(hasLiveSession))
      return new Promise((resolve, reject) => {
        const start = () => {
          clearTimeout(timer)
          resolve(takePlace(hasLiveSession))
        }
        const refuse = () => {
          clearTimeout(timer)
          queue.remove(client, start)
          reject(new Failure('unavailable', { because: 'queue' }))
        }
        const timer = setTimeout(refuse, bounds.maxWaitMs)
        if (!queue.push(client, start)) refuse()
      })
    },
  }
}
