import type { Claimed } from './outbox-store.ts'

/** Letters that are sent at once while none of them is slow. */
const fastAtMost = 5

/** Milliseconds after which a letter counts as slow: it frees its place for the next letter, and its own sending goes on. */
const slowAfter = 2_000

/** Letters in flight at once, slow ones included. Each may need a connection to the mail server. */
export const inFlightAtMost = 30

/** Letters in flight to one address, so that one recipient who hangs cannot use up the places. */
const perRecipientAtMost = 2

/** Milliseconds for one attempt: the timeouts of RFC 5321, 4.5.3.2, from the greeting to the end of DATA, added up. */
const attemptAtMost = 30 * 60_000

/** Why an attempt was aborted whose outcome is not ours to write: the lease is lost, or the process stops. */
export class Abandoned extends Error {
  override readonly name = 'Abandoned'
}

interface Flight {
  slow: boolean
  readonly controller: AbortController
  readonly ended: Promise<void>
}

/** The letters that this process is sending. */
export interface InFlight {
  /** How many letters may be started now. */
  free(): number
  letters(): readonly Claimed[]
  /** Addresses that have as many letters in flight as they may. */
  fullRecipients(): readonly string[]
  /** Addresses that have a slow letter in flight. */
  slowRecipients(): readonly string[]
  /** Starts an attempt. `work` never rejects, and ends soon after its signal is aborted. */
  start(letter: Claimed, work: (signal: AbortSignal) => Promise<void>): void
  /** Aborts the attempt at one letter with Abandoned. */
  abandon(letter: Claimed, why: string): void
  /** Aborts all attempts with Abandoned, and those that are started later. */
  abandonAll(): void
  /** Resolves when the attempts that are under way now have ended. */
  settled(): Promise<void>
}

/** Keeps account of the letters in flight; `onFreed` is called when a letter ends or turns slow. */
export function trackInFlight(onFreed: () => void): InFlight {
  const flights = new Map<Claimed, Flight>()
  let closed = false

  function abandon(letter: Claimed, why: string): void {
    flights.get(letter)?.controller.abort(new Abandoned(why))
  }

  return {
    free() {
      const fast = [...flights.values()].filter((flight) => !flight.slow).length
      return Math.max(0, Math.min(fastAtMost - fast, inFlightAtMost - flights.size))
    },
    letters: () => [...flights.keys()],
    fullRecipients() {
      const counts = new Map<string, number>()
      for (const { recipient } of flights.keys()) counts.set(recipient, (counts.get(recipient) ?? 0) + 1)
      return [...counts].filter(([, count]) => count >= perRecipientAtMost).map(([recipient]) => recipient)
    },
    slowRecipients() {
      const slow = [...flights].filter(([, flight]) => flight.slow)
      return [...new Set(slow.map(([{ recipient }]) => recipient))]
    },
    start(letter, work) {
      const controller = new AbortController()
      if (closed) controller.abort(new Abandoned('The process stops.'))
      const slow = setTimeout(() => {
        flight.slow = true
        onFreed()
      }, slowAfter).unref()
      const end = setTimeout(() => {
        controller.abort(new Error('The attempt took more than half an hour.'))
      }, attemptAtMost).unref()
      const ended = work(controller.signal).finally(() => {
        clearTimeout(slow)
        clearTimeout(end)
        flights.delete(letter)
        onFreed()
      })
      const flight: Flight = { slow: false, controller, ended }
      flights.set(letter, flight)
    },
    abandon,
    abandonAll() {
      closed = true
      for (const letter of flights.keys()) abandon(letter, 'The process stops.')
    },
    async settled() {
      await Promise.all([...flights.values()].map((flight) => flight.ended))
    },
  }
}
