import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/database.ts'
import { withoutAddresses } from '../log.ts'
import { Abandoned } from './in-flight.ts'
import type { Letter } from './letter.ts'
import { render } from './render.ts'
import { shouldGiveUp, retryDelay } from './retry.ts'
import { type Claimed, giveUp, markSent, postpone } from './outbox-store.ts'
import { isLetter } from './templates.ts'
import { LetterRefused, type Transport } from './transport.ts'

export interface AttemptParts {
  readonly database: Database
  readonly transport: Transport
  readonly log: FastifyBaseLogger
  /** Origin that links begin with. */
  readonly publicUrl: string
  /** From 0 to 1, for spreading retries. */
  readonly random?: () => number
}

/** Characters of an error that are kept. */
const reasonAtMost = 500

/** Milliseconds between attempts to save an outcome. */
const betweenSaves = 1_000

/**
 * Sends a claimed letter and saves the outcome: sent, postponed or given up. An attempt that is abandoned saves nothing:
 * the letter belongs to another process, or will once the lease ends.
 */
export async function attempt(letter: Claimed, parts: AttemptParts, signal: AbortSignal): Promise<void> {
  const { log } = parts
  const { reader } = parts.database
  const facts = { letter: letter.id, kind: letter.kind, attempts: letter.attempts }

  /** A letter that was sent must not be sent again because the database was away for a moment, so saving is retried. */
  async function save(write: () => Promise<void>): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await write()
      } catch (error) {
        if (tries === 1) {
          log.error({ ...facts, err: error }, 'the outcome of a letter could not be saved; saving is retried')
        }
        await pause(betweenSaves, undefined, { signal, ref: false })
      }
    }
  }

  try {
    await send(letter, parts, signal)
  } catch (error) {
    if (signal.reason instanceof Abandoned) return
    const reason = reasonOf(signal.aborted ? signal.reason : error)
    const age = letter.claimedAt.getTime() - letter.writtenAt.getTime()
    if (error instanceof LetterRefused || shouldGiveUp(letter.attempts, age)) {
      await save(() => giveUp(reader, letter, reason))
      log.error({ ...facts, reason: withoutAddresses(reason) }, 'a letter could not be sent and was given up')
    } else {
      const wait = retryDelay(letter.attempts, (parts.random ?? Math.random)())
      await save(() => postpone(reader, letter, wait, reason))
      log.warn(
        { ...facts, reason: withoutAddresses(reason), seconds: Math.round(wait / 1_000) },
        'a letter was not sent and will be tried again',
      )
    }
    return
  }
  await save(() => markSent(reader, letter))
  log.debug(facts, 'letter sent')
}

async function send(claimed: Claimed, parts: AttemptParts, signal: AbortSignal): Promise<void> {
  const { id, recipient: to, writtenAt } = claimed
  const letter = letterOf(claimed)
  signal.throwIfAborted()
  const rendered = render(letter, { publicUrl: parts.publicUrl })
  await parts.transport.send({ id, kind: letter.kind, to, writtenAt, ...rendered }, signal)
}

/** A kind that this version does not know was queued by a newer process: the letter waits for one that knows it. */
function letterOf({ kind, props }: Claimed): Letter {
  const letter = { kind, props }
  if (!isLetter(letter)) throw new Error(`This version knows no letter of the kind ${kind}.`)
  return letter
}

function reasonOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error)
  return words.replace(/\p{Cc}+/gu, ' ').slice(0, reasonAtMost)
}
