import type { ClaimedLetter } from './outbox-store.ts'

/** How many letters that are not slow may be in flight at once. */
const maxFastLetters = 5

/** Milliseconds after which a letter counts as slow. It then frees its place for another letter, while its own sending continues. */
const slowAfter = 2_000

/** How many letters may be in flight at once, including slow ones. Each may need its own connection to the mail server. */
export const maxInFlight = 30

/** How many letters to one address may be in flight at once, so that one hanging recipient cannot use up all places. */
const maxPerRecipient = 2

/** Maximum milliseconds for one attempt: the sum of the timeouts in RFC 5321, 4.5.3.2, from the greeting to the end of DATA. */
const attemptTimeout = 30 * 60_000

/** The abort reason of an attempt that must not save its outcome, because its lease was lost or the process is stopping. */
export class AttemptAbandonedError extends Error {
  override readonly name = 'AttemptAbandonedError'
}

interface Flight {
  slow: boolean
  readonly controller: AbortController
  readonly ended: Promise<void>
}

/** Tracks the letters that this process is sending. Calls `onFreed` when the attempt to send a letter ends or becomes slow. */
export function trackInFlight(onFreed: () => void) {
  const flights = new Map<ClaimedLetter, Flight>()
  let closed = false

  /** Aborts the attempt to send one letter, with AttemptAbandonedError as the reason. */
  function abandon(letter: ClaimedLetter, why: string): void {
    flights.get(letter)?.controller.abort(new AttemptAbandonedError(why))
  }

  return {
    /** Returns the number of letters that may be started now. */
    free() {
      const fast = [...flights.values()].filter((flight) => !flight.slow).length
      return Math.max(0, Math.min(maxFastLetters - fast, maxInFlight - flights.size))
    },
    letters: () => [...flights.keys()],
    /** Returns the addresses with the maximum number of letters in flight. */
    fullRecipients() {
      const counts = new Map<string, number>()
      for (const { recipient } of flights.keys()) counts.set(recipient, (counts.get(recipient) ?? 0) + 1)
      return [...counts].filter(([, count]) => count >= maxPerRecipient).map(([recipient]) => recipient)
    },
    /** Returns the addresses with a slow letter in flight. */
    slowRecipients() {
      const slow = [...flights].filter(([, flight]) => flight.slow)
      return [...new Set(slow.map(([{ recipient }]) => recipient))]
    },
    /** Starts an attempt. `work` must never reject, and must end soon after its signal is aborted. */
    start(letter: ClaimedLetter, work: (signal: AbortSignal) => Promise<void>) {
      const controller = new AbortController()
      if (closed) controller.abort(new AttemptAbandonedError('The process stops.'))
      const slow = setTimeout(() => {
        flight.slow = true
        onFreed()
      }, slowAfter).unref()
      const end = setTimeout(() => {
        controller.abort(new Error('The attempt took more than half an hour.'))
      }, attemptTimeout).unref()
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
    /** Aborts all attempts with AttemptAbandonedError as the reason. Attempts that are started later are aborted at once. */
    abandonAll() {
      closed = true
      for (const letter of flights.keys()) abandon(letter, 'The process stops.')
    },
    /** Resolves when all current attempts have ended. */
    async settled() {
      await Promise.all([...flights.values()].map((flight) => flight.ended))
    },
  }
}
