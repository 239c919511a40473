import type { Limit } from '../config.ts'
import { type AttemptParts, attempt } from './send-attempt.ts'
import { combineIntoDigest, hold, isConfirmed, letterCounter } from './digest.ts'
import { trackInFlight } from './in-flight.ts'
import { isNews, isUrgent } from './news-kinds.ts'
import { type Claimed, claimLetter, renewLeases } from './outbox-store.ts'

export interface DispatcherParts extends AttemptParts {
  /** How many letters with news go to one address one by one. */
  readonly limit: Limit
}

export interface Dispatcher {
  /**
   * Claims letters that are due, as many as there are free places, and starts to send them. Resolves with their number
   * once they are claimed, without waiting for the mail server. Rejects when the outbox cannot be read.
   */
  take(): Promise<number>
  /** Renews the leases of all letters in flight, and aborts the sending of those whose lease was lost. */
  renew(): Promise<void>
  /** Has `listener` called when a place may have become free. */
  onFreed(listener: () => void): void
  /** Resolves when the letters that are in flight now have ended. */
  settled(): Promise<void>
  /** Aborts all sending. The letters are taken up again when their leases end. */
  abort(): void
}

/**
 * Milliseconds. After a process died, the letters that it had in hand wait this long. The postman renews the lease
 * several times within it while a letter is in flight.
 */
const lease = 45_000

/**
 * Sends the letters that wait in the outbox. Any number of processes may do so at once.
 *
 * A letter is claimed by moving its next attempt to the end of a lease, so no transaction is open while a mail server
 * is spoken to (the embedded database has only one connection). A process that dies leaves a letter that is sent
 * after the lease, perhaps for the second time, under the same Message-ID.
 */
export function createDispatcher(parts: DispatcherParts): Dispatcher {
  const { database, log } = parts
  const { reader } = database
  const countLetter = letterCounter(database, parts.limit)
  let freed: (() => void) | undefined
  const inFlight = trackInFlight(() => freed?.())

  async function take(): Promise<number> {
    const places = inFlight.free()
    for (let taken = 0; taken < places; taken += 1) {
      // One at a time, as each claim passes over the recipients that have enough letters in flight.
      const letter = await claim()
      if (letter === undefined) return taken
      inFlight.start(letter, (signal) => handle(letter, signal))
    }
    return places
  }

  /** A recipient with a slow letter may be hanging, so letters to other recipients come first. */
  async function claim(): Promise<Claimed | undefined> {
    const ids = inFlight.letters().map(({ id }) => id)
    const full = inFlight.fullRecipients()
    const slow = inFlight.slowRecipients()
    const first = await claimLetter(reader, lease, { ids, recipients: [...full, ...slow] })
    if (first !== undefined || slow.length === 0) return first
    return claimLetter(reader, lease, { ids, recipients: full })
  }

  async function renew(): Promise<void> {
    const letters = inFlight.letters()
    if (letters.length === 0) return
    const renewed = await renewLeases(reader, letters, lease)
    for (const letter of letters) {
      if (!renewed.has(letter.id)) inFlight.abandon(letter, 'The lease was lost.')
    }
  }

  async function handle(letter: Claimed, signal: AbortSignal): Promise<void> {
    try {
      await deliver(letter, signal)
    } catch (error) {
      log.error(
        { err: error, letter: letter.id, kind: letter.kind },
        'a letter could not be dealt with; it is taken up again when its lease ends',
      )
    }
  }

  async function deliver(letter: Claimed, signal: AbortSignal): Promise<void> {
    if (!isNews(letter) || (letter.attempts > 1 && !letter.held)) return attempt(letter, parts, signal)
    const { recipient } = letter
    const confirmed = await isConfirmed(reader, recipient)
    if (letter.held) {
      // It goes regardless of the count, as the first letter of the next hour.
      if (await combineIntoDigest(reader, letter)) await countLetter(recipient, confirmed)
      return
    }
    const wait = await countLetter(recipient, confirmed)
    if (wait === null) return attempt(letter, parts, signal)
    // A khateeb who drives to a cancelled khutbah is told at once, together with all other news that waits for him.
    if (confirmed && isUrgent(letter)) await combineIntoDigest(reader, letter)
    else await hold(reader, letter, wait)
  }

  return {
    take,
    renew,
    onFreed(listener) {
      freed = listener
    },
    settled: () => inFlight.settled(),
    abort: () => inFlight.abandonAll(),
  }
}
