import type { FastifyBaseLogger } from 'fastify'
import type { Limit } from '../config.ts'
import type { Database } from '../database/database.ts'
import { withoutAddresses } from '../log.ts'
import { gather, hold, isConfirmed, letterCounter } from './gather.ts'
import type { Letter } from './letter.ts'
import { isNews, isUrgent } from './news.ts'
import { render } from './render.ts'
import { isHopeless, waitAfter } from './retry.ts'
import { type Claimed, claimLetters, giveUp, markSent, postpone } from './store.ts'
import { isLetter } from './templates.ts'
import { LetterRefused, type Transport } from './transport.ts'

export interface DispatcherParts {
  readonly database: Database
  readonly transport: Transport
  readonly log: FastifyBaseLogger
  /** Origin that links begin with. */
  readonly publicUrl: string
  /** How many letters with news go to one address one by one. */
  readonly limit: Limit
  /** From 0 to 1, for spreading retries. */
  readonly random?: () => number
}

const batch = 10

/** Milliseconds. A letter whose sender died is taken up again after this; sending one takes far less. */
const lease = 5 * 60_000

/** Characters of an error that are kept. */
const reasonAtMost = 500

/**
 * Sends letters that wait in the outbox. `dispatchOnce` claims a batch, sends it, writes down what became of each
 * letter, and gives how many there were. Any number of processes may do so at once.
 *
 * A letter is claimed by moving its next attempt to the end of a lease, so no transaction is open while a mail server
 * is spoken to (the embedded database has but one connection). A process that dies in between leaves a letter that is
 * sent after the lease, perhaps for the second time, under the same Message-ID.
 */
export function createDispatcher(parts: DispatcherParts): { dispatchOnce(): Promise<number> } {
  const { database, log, random = Math.random } = parts
  const countLetter = letterCounter(database, parts.limit)

  async function dispatchOnce(): Promise<number> {
    const letters = await claimLetters(database.reader, batch, lease)
    const outcomes = await Promise.allSettled(letters.map(deliver))
    // A letter whose outcome could not be written down comes up again; the caller only needs to know why.
    const trouble = outcomes.find((outcome) => outcome.status === 'rejected')
    if (trouble !== undefined) throw trouble.reason
    return letters.length
  }

  async function deliver(letter: Claimed): Promise<void> {
    if (!isNews(letter) || (letter.attempts > 1 && !letter.held)) return sendOrPostpone(letter)
    const { recipient } = letter
    const confirmed = await isConfirmed(database.reader, recipient)
    if (letter.held) {
      // It goes whatever the count says, and is the first of the next hour.
      if (await gather(database.reader, letter)) await countLetter(recipient, confirmed)
      return
    }
    const wait = await countLetter(recipient, confirmed)
    if (wait === null) return sendOrPostpone(letter)
    // Who drives to a khutbah that was cancelled is told at once, and of all else that waits for him.
    if (confirmed && isUrgent(letter)) await gather(database.reader, letter)
    else await hold(database.reader, letter, wait)
  }

  async function sendOrPostpone(letter: Claimed): Promise<void> {
    const facts = { letter: letter.id, kind: letter.kind, attempts: letter.attempts }
    try {
      await send(letter, parts)
    } catch (error) {
      const reason = reasonOf(error)
      const age = letter.claimedAt.getTime() - letter.writtenAt.getTime()
      if (error instanceof LetterRefused || isHopeless(letter.attempts, age)) {
        await giveUp(database.reader, letter, reason)
        log.error(
          { ...facts, reason: withoutAddresses(reason) },
          'a letter could not be sent and was given up',
        )
      } else {
        const wait = waitAfter(letter.attempts, random())
        await postpone(database.reader, letter, wait, reason)
        log.warn(
          { ...facts, reason: withoutAddresses(reason), seconds: Math.round(wait / 1_000) },
          'a letter was not sent and will be tried again',
        )
      }
      return
    }
    await markSent(database.reader, letter)
    log.debug(facts, 'letter sent')
  }

  return { dispatchOnce }
}

async function send(claimed: Claimed, { transport, publicUrl }: DispatcherParts): Promise<void> {
  const { id, recipient: to, writtenAt } = claimed
  const letter = letterOf(claimed)
  await transport.send({ id, kind: letter.kind, to, writtenAt, ...render(letter, { publicUrl }) })
}

/** A kind we don't know is a newer process's: it waits for one that does. */
function letterOf({ kind, props }: Claimed): Letter {
  const letter = { kind, props }
  if (!isLetter(letter)) throw new Error(`This version knows no letter of the kind ${kind}.`)
  return letter
}

function reasonOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error)
  return words.replace(/\p{Cc}+/gu, ' ').slice(0, reasonAtMost)
}
