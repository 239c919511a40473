import { Failure } from './failure.ts'
import { FairQueue } from './fair-queue.ts'

/** Who asks to be let in. */
export interface Requester {
  /** A caller whose session was seen to be alive a moment ago comes before callers who may be anybody. */
  readonly hasLiveSession: boolean
  /** Whom the caller takes turns with others as: a session, or an address. */
  readonly client: string
}

/** Lets so many calls work at a time. */
export interface ConcurrencyLimiter {
  /**
   * Resolves when the call may work, with what gives its place back; that may be called twice. Rejects with 503 at once
   * where too many wait, or after `maxWaitMs`.
   */
  acquire(visitor: Requester): Promise<() => void>
  counts(): LimiterCounts
}

/** Calls at this moment. */
export interface LimiterCounts {
  readonly working: number
  readonly waitingWithSession: number
  readonly waitingWithoutSession: number
}

/** How long calls wait, and how many. */
export interface WaitingBounds {
  /** Milliseconds. A caller who waits longer is better off with a 503 that says when to come again. */
  readonly maxWaitMs: number
  /** Calls that wait inside, and as many outside: no more than are let in within `maxWaitMs`. */
  readonly maxItems: number
  /** Calls of one session, or of one address, which may be a whole masjid's. */
  readonly maxPerClient: number
}

/** What a small machine gets done in time. */
export const waitingBounds: WaitingBounds = { maxWaitMs: 800, maxItems: 400, maxPerClient: 64 }

/** Of so many turns, one goes to the callers outside while others wait inside. */
const turnsOfInside = 3

interface Waiter {
  readonly begin: () => void
}

/**
 * Bounds the calls that work at a time, and those that wait for it, in fair turns. A call beyond what the database serves
 * at a time would only wait there, in front of everybody else's.
 * @param places calls that may work at a time; one in four at least is kept for the inside
 */
export function createConcurrencyLimiter(places: number, bounds: WaitingBounds = waitingBounds): ConcurrencyLimiter {
  const inside = new FairQueue<Waiter>(bounds)
  const outside = new FairQueue<Waiter>(bounds)
  const placesOutside = Math.max(1, Math.floor(places * 0.75))
  let working = 0
  let workingOutside = 0
  let turn = 0

  function take(hasLiveSession: boolean): () => void {
    working += 1
    if (!hasLiveSession) workingOutside += 1
    let isGivenBack = false
    return () => {
      if (isGivenBack) return
      isGivenBack = true
      working -= 1
      if (!hasLiveSession) workingOutside -= 1
      next()
    }
  }

  /** Lets the next call in, in the place that was given back. */
  function next(): void {
    const mayOutside = workingOutside < placesOutside && outside.size > 0
    const isOutsidesTurn = mayOutside && (inside.size === 0 || turn % (turnsOfInside + 1) === turnsOfInside)
    const waiter = isOutsidesTurn ? outside.shift() : inside.shift()
    if (waiter === undefined) return
    turn += 1
    waiter.begin()
  }

  return {
    counts: () => ({ working, waitingWithSession: inside.size, waitingWithoutSession: outside.size }),
    acquire({ hasLiveSession, client }) {
      const queue = hasLiveSession ? inside : outside
      const hasPlace = working < places && (hasLiveSession || workingOutside < placesOutside)
      if (hasPlace && queue.size === 0) return Promise.resolve(take(hasLiveSession))
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          queue.remove(client, waiter)
          reject(new Failure('unavailable', { because: 'queue' }))
        }, bounds.maxWaitMs)
        const waiter: Waiter = {
          begin() {
            clearTimeout(timer)
            resolve(take(hasLiveSession))
          },
        }
        if (queue.push(client, waiter)) return
        clearTimeout(timer)
        reject(new Failure('unavailable', { because: 'queue' }))
      })
    },
  }
}
