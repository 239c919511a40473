import type { RateLimit } from '../rate-limit.ts'
import type { LetterWithNews } from './content/letter.ts'
import { isCancellation, isUrgent, newsIn } from './content/news-kinds.ts'
import { combineIntoDigest, holdForDigest, isConfirmedAddress, letterCounters } from './digest.ts'
import { trackInFlight } from './in-flight.ts'
import { letterAsOfNow } from './letter-as-of-now.ts'
import {
  type ClaimedLetter,
  claimLetter,
  markOvertaken,
  postponeForOtherLetter,
  renewLeases,
} from './outbox-store.ts'
import { readdressOrDelete } from './readdress-or-delete.ts'
import { attemptSend, type SendDependencies } from './send-attempt.ts'

export interface DispatcherDependencies extends SendDependencies {
  /** How many letters with news an address gets in a period. Further news is held for a digest. */
  readonly limit: RateLimit
}

export type Dispatcher = ReturnType<typeof createDispatcher>

/**
 * Milliseconds. If a process dies, other processes may claim its letters after this time. The outbox poller renews the leases of letters in
 * flight several times within this time.
 */
const lease = 45_000

/**
 * Creates a dispatcher, which sends the letters of the outbox. Several processes can have a dispatcher at once.
 * To claim a letter, a process sets the letter's next attempt to the end of a lease. So no transaction stays open while the mail server is
 * answering. If the process dies, another process sends the letter after the lease. The letter may then arrive twice, but with the same
 * Message-ID.
 */
export function createDispatcher(parts: DispatcherDependencies) {
  const { database, log } = parts
  const { db } = database
  const counters = letterCounters(database, parts.limit)
  let freed: (() => void) | undefined
  const inFlight = trackInFlight(() => freed?.())

  /**
   * Claims due letters, at most as many as there are free places, and starts to send them. Resolves with their number once they are
   * claimed, without waiting for the mail server. Rejects if the outbox cannot be read.
   */
  async function startDue(): Promise<number> {
    const places = inFlight.free()
    for (let taken = 0; taken < places; taken += 1) {
      // Claim one letter at a time, because each claim skips the recipients that already have enough letters in flight.
      const letter = await claim()
      if (letter === undefined) return taken
      inFlight.start(letter, (signal) => handle(letter, signal))
    }
    return places
  }

  /** Claims a due letter. Prefers recipients without a slow letter in flight, because the mail server of a slow recipient may hang. */
  async function claim(): Promise<ClaimedLetter | undefined> {
    const ids = inFlight.letters().map(({ id }) => id)
    const full = inFlight.fullRecipients()
    const slow = inFlight.slowRecipients()
    const first = await claimLetter(db, lease, { ids, recipients: [...full, ...slow] })
    if (first !== undefined || slow.length === 0) return first
    return claimLetter(db, lease, { ids, recipients: full })
  }

  /** Renews the leases of all letters in flight, and aborts those whose lease was lost. */
  async function renew(): Promise<void> {
    const letters = inFlight.letters()
    if (letters.length === 0) return
    const renewed = await renewLeases(db, letters, lease)
    for (const letter of letters) {
      if (!renewed.has(letter.id)) inFlight.abandon(letter, 'The lease was lost.')
    }
  }

  async function handle(letter: ClaimedLetter, signal: AbortSignal): Promise<void> {
    try {
      await deliver(letter, signal)
    } catch (error) {
      log.error(
        { err: error, letter: letter.id, kind: letter.kind },
        'a letter could not be processed; retrying when its lease ends',
      )
    }
  }

  async function deliver(claimed: ClaimedLetter, signal: AbortSignal): Promise<void> {
    const facts = { letter: claimed.id, kind: claimed.kind }
    const addressed = await readdressOrDelete(db, claimed, parts.channels)
    if (addressed === undefined) {
      log.debug(facts, 'a letter was to a former member, and was deleted')
      return
    }
    const letter = await letterAsOfNow(db, addressed)
    if (letter === undefined) {
      await markOvertaken(db, addressed)
      log.debug(facts, 'a letter is no longer true, and was not sent')
      return
    }
    if (letter === 'not_yet') return postponeForOtherLetter(db, addressed)
    const news = newsIn(letter)
    const isCounted = letter.counted || (letter.attempts > 1 && !letter.held)
    if (news.length === 0 || isCounted) return attemptSend(letter, parts, signal)
    const { recipient } = letter
    const confirmed = await isConfirmedAddress(db, recipient)
    if (letter.held && confirmed) {
      // The digest ignores the limit, but counts as the first letter of the next hour.
      const combined = await combineIntoDigest(db, letter)
      if (combined.length > 0) await counters.count(recipient, confirmed, combined)
      return
    }
    // From here on, held news is for an unconfirmed address. The digest of this news obeys the limit, because a stranger may own the
    // address, and held news of several parties may be due at once.
    const urgent = !letter.held && (await maySkipLimit(news, recipient, confirmed))
    const wait = await counters.count(recipient, confirmed, news)
    if (wait === null && !letter.held) return attemptSend(letter, parts, signal)
    // Urgent news, such as a canceled khutbah, is sent immediately, in a digest with all waiting news of its party for the recipient.
    if (wait === null || urgent) await combineIntoDigest(db, letter)
    else await holdForDigest(db, letter, wait)
  }

  async function maySkipLimit(news: readonly LetterWithNews[], recipient: string, confirmed: boolean) {
    if (!news.some(confirmed ? isUrgent : isCancellation)) return false
    return confirmed || counters.allowsCancellation(recipient)
  }

  return {
    startDue,
    renew,
    /** Registers a listener for the moment when a place may have become free. */
    onFreed(listener: () => void) {
      freed = listener
    },
    /** Resolves when all letters that are now in flight have ended. */
    settled: () => inFlight.settled(),
    /** Aborts all letters in flight. They are retried when their leases end. */
    abort: () => inFlight.abandonAll(),
  }
}
