import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/database.ts'
import { errorReason } from '../error-reason.ts'
import { maskEmails } from '../log.ts'
import { type LetterRecipient, type QuestionInLetter, withAnswerTokens } from './answer-tokens.ts'
import { calendarParts, noCalendarParts } from './calendar-parts.ts'
import type { OpenChannels } from './channel.ts'
import type { LetterWithNews } from './content/letter.ts'
import { newsIn, onlyUpdatesEvents } from './content/news-kinds.ts'
import { digestItemErrors, isLetter } from './content/templates.ts'
import { AttemptAbandonedError } from './in-flight.ts'
import { languageOfReader } from './language-of-reader.ts'
import { recordSentEvents, type SentEvent } from './mailed-events.ts'
import { type ClaimedLetter, giveUp, markSent, postpone } from './outbox-store.ts'
import { render } from './render.ts'
import { retryDelay, shouldGiveUp } from './retry.ts'
import { LetterRefusedError } from './transport.ts'

export interface SendDependencies {
  readonly database: Database
  readonly channels: OpenChannels
  readonly log: FastifyBaseLogger
  /** The origin of links in letters. */
  readonly publicUrl: string
  /** Creates the token of a letter's “This isn’t me” link. Undefined if the address is confirmed or has no account. */
  readonly createDisownToken: (recipient: string) => Promise<string | undefined>
  /** Creates the token of a link that answers a question in a letter. Undefined if the reader may not answer the question. */
  readonly createAnswerToken: (
    reader: LetterRecipient,
    question: QuestionInLetter,
  ) => Promise<string | undefined>
  /** Returns a number from 0 to 1, for the jitter of retries. Default: Math.random. */
  readonly random?: () => number
}

/** Maximum number of characters of an error message that are saved. */
const maxReasonLength = 500

/**
 * Number of attempts to send a letter that has other news besides the update of a calendar event. The last of them sends the letter without
 * its events if they can't be read, so that the other news is delayed by only a few minutes.
 */
const maxAttemptsForEvents = 3

/** Milliseconds between attempts to save an outcome. */
const saveRetryDelay = 1_000

/**
 * Sends a claimed letter and saves the outcome: sent, postponed or given up. An abandoned attempt saves no outcome, because another process
 * has claimed the letter, or will claim it when the lease ends.
 */
export async function attemptSend(letter: ClaimedLetter, parts: SendDependencies, signal: AbortSignal) {
  const { log } = parts
  const { db } = parts.database
  const facts = { letter: letter.id, kind: letter.kind, attempts: letter.attempts }

  /** Retries until the outcome is saved. Otherwise a letter that was sent would be sent again after a short outage of the database. */
  async function save(write: () => Promise<void>): Promise<void> {
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await write()
      } catch (error) {
        if (attempts === 1) {
          log.error({ ...facts, err: error }, 'the outcome of a letter could not be saved; retrying')
        }
        await pause(saveRetryDelay, undefined, { signal, ref: false })
      }
    }
  }

  let events: readonly SentEvent[]
  try {
    events = await send(letter, parts, signal)
  } catch (error) {
    if (signal.reason instanceof AttemptAbandonedError) return
    const reason = reasonOf(signal.aborted ? signal.reason : error)
    const age = letter.claimedAt.getTime() - letter.writtenAt.getTime()
    if (error instanceof LetterRefusedError || shouldGiveUp(letter.attempts, age)) {
      await save(() => giveUp(db, letter, reason))
      log.error({ ...facts, reason: maskEmails(reason) }, 'a letter could not be sent and was given up')
    } else {
      const wait = retryDelay(letter.attempts, (parts.random ?? Math.random)())
      await save(() => postpone(db, letter, wait, reason))
      log.warn(
        { ...facts, reason: maskEmails(reason), seconds: Math.round(wait / 1_000) },
        'a letter was not sent and will be tried again',
      )
    }
    return
  }
  // Record the events before the letter is marked sent. If the process dies between the two steps, the next attempt finds that a letter
  // which only updates or cancels these events is needless, and does not send it twice.
  await save(() => recordSentEvents(db, events))
  await save(() => markSent(db, letter))
  log.debug(facts, 'a letter was sent')
}

/** Sends a letter. Resolves with the calendar events in its files. */
async function send(
  claimed: ClaimedLetter,
  parts: SendDependencies,
  signal: AbortSignal,
): Promise<readonly SentEvent[]> {
  const { id, kind, props, recipient: to, partyUid, writtenAt } = claimed
  const letter = { kind, props }
  // A process of a newer version has queued a letter of an unknown kind, and can send it at a later attempt.
  if (!isLetter(letter)) throw new Error(`This version does not know letters of the kind ${kind}.`)
  const channel = parts.channels[claimed.channel]
  if (channel === undefined) throw new Error(`This version does not know the channel ${claimed.channel}.`)
  signal.throwIfAborted()
  const { log, publicUrl } = parts
  for (const error of digestItemErrors(letter))
    log.error({ err: error, letter: id }, 'a piece of news could not be shown in a digest and was left out')
  const language = await languageOfReader(parts.database.db, claimed)
  const disownToken = await parts.createDisownToken(to)
  // `new_khateeb_confirmed` is to a person, who has become a khateeb by accepting the slot.
  const answerer = letter.kind === 'new_khateeb_confirmed' ? letter.props.khateebUid : partyUid
  const answerable = await withAnswerTokens(letter, async (question) =>
    answerer === null ? undefined : parts.createAnswerToken({ address: to, partyUid: answerer }, question),
  )
  const rendered = render(answerable, { publicUrl, partyUid, language, disownToken })
  const news = newsIn(letter)
  // If the calendar events cannot be read, most letters are sent without them. `needsEvents` names the exceptions.
  const isWorthRetry = needsEvents(news, claimed.attempts)
  const calendar = await calendarParts(parts.database.db, letter, claimed, publicUrl).catch(
    (error: unknown) => {
      if (isWorthRetry) throw error
      log.error(
        { err: error, letter: id },
        'the calendar events of a letter could not be read and were left out',
      )
      return noCalendarParts
    },
  )
  // At the next attempt, the letter is written again, or is overtaken.
  if (calendar.isOutdated) throw new Error('An assignment began or ended while the letter was being written.')
  const outgoing = { id, kind: letter.kind, to, writtenAt, calendar: calendar.parts, ...rendered }
  await channel.transport.send(outgoing, signal)
  return calendar.events
}

/**
 * Whether this attempt fails if the calendar events can't be read, instead of sending the letter without them. Always true if all of the
 * letter's news only updates or cancels events. If only some of it does, true before the last of `maxAttemptsForEvents`.
 */
function needsEvents(news: readonly LetterWithNews[], attempts: number): boolean {
  if (!news.some(onlyUpdatesEvents)) return false
  return news.every(onlyUpdatesEvents) || attempts < maxAttemptsForEvents
}

function reasonOf(error: unknown): string {
  return errorReason(error)
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, maxReasonLength)
}
