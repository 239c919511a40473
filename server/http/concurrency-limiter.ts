import { Failure } from './failure.ts'
import { FairQueue } from './fair-queue.ts'

/** Who asks to be let in. */
export interface Visitor {
  /** A caller whose session was seen to be alive a moment ago comes before callers who may be anybody. */
  readonly isInside: boolean
  /** Whom the caller takes turns with others as: a session, or an address. */
  readonly party: string
}

/** Lets so many calls work at a time. */
export interface Admission {
  /**
   * Resolves when the call may work, with what gives its place back; that may be called twice. Rejects with 503 at once
   * where too many wait, or after `waitsAtMost`.
   */
  enter(visitor: Visitor): Promise<() => void>
  counts(): AdmissionCounts
}

/** Calls at this moment. */
export interface AdmissionCounts {
  readonly working: number
  readonly waitingInside: number
  readonly waitingOutside: number
}

/** How long calls wait, and how many. */
export interface WaitingBounds {
  /** Milliseconds. A caller who waits longer is better off with a 503 that says when to come again. */
  readonly waitsAtMost: number
  /** Calls that wait inside, and as many outside: no more than are let in within `waitsAtMost`. */
  readonly items: number
  /** Calls of one session, or of one address, which may be a whole masjid's. */
  readonly ofOne: number
}

/** What a small machine gets done in time. */
export const waitingBounds: WaitingBounds = { waitsAtMost: 800, items: 400, ofOne: 64 }

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
export function createAdmission(places: number, bounds: WaitingBounds = waitingBounds): Admission {
  const inside = new FairQueue<Waiter>(bounds)
  const outside = new FairQueue<Waiter>(bounds)
  const placesOutside = Math.max(1, Math.floor(places * 0.75))
  let working = 0
  let workingOutside = 0
  let turn = 0

  function take(isInside: boolean): () => void {
    working += 1
    if (!isInside) workingOutside += 1
    let isGivenBack = false
    return () => {
      if (isGivenBack) return
      isGivenBack = true
      working -= 1
      if (!isInside) workingOutside -= 1
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
    counts: () => ({ working, waitingInside: inside.size, waitingOutside: outside.size }),
    enter({ isInside, party }) {
      const queue = isInside ? inside : outside
      const hasPlace = working < places && (isInside || workingOutside < placesOutside)
      if (hasPlace && queue.size === 0) return Promise.resolve(take(isInside))
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          queue.remove(party, waiter)
          reject(new Failure('unavailable', { because: 'queue' }))
        }, bounds.waitsAtMost)
        const waiter: Waiter = {
          begin() {
            clearTimeout(timer)
            resolve(take(isInside))
          },
        }
        if (queue.push(party, waiter)) return
        clearTimeout(timer)
        reject(new Failure('unavailable', { because: 'queue' }))
      })
    },
  }
}
