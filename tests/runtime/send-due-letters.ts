import { type Logger, pino } from 'pino'
import type { Database } from '../../server/database/database.ts'
import { letterLinkCreators } from '../../server/letter-links.ts'
import { createDispatcher, type Dispatcher } from '../../server/letters/dispatcher.ts'
import { openTransport } from '../../server/letters/open-transport.ts'
import { senderAt } from '../../server/mail-sender.ts'
import { emailChannelThrough } from './email-channel.ts'

/** Claims all due letters, and waits until each letter is sent, postponed or given up. Returns the number of claimed letters. */
export async function sendDueLetters(dispatcher: Dispatcher): Promise<number> {
  let total = 0
  for (let taken = await dispatcher.startDue(); taken > 0; taken = await dispatcher.startDue()) {
    total += taken
    await dispatcher.settled()
  }
  return total
}

interface SendingOptions {
  readonly database: Database
  readonly dataDir: string
  /** Without this URL, letters become files in `dataDir`. */
  readonly smtpUrl?: string
  /** The number of letters that a recipient may get in an hour. */
  readonly perHour?: number
  readonly log?: Logger
}

/** Sends all due letters by the product's transport. */
export async function sendLetters(sending: SendingOptions): Promise<void> {
  const { database, dataDir, smtpUrl = null, perHour = 1_000_000, log = pino({ level: 'silent' }) } = sending
  const transport = openTransport({ smtpUrl, mailFrom: senderAt('no-reply@minbar.test'), dataDir })
  const limit = { calls: perHour, seconds: 3_600 }
  await sendDueLetters(
    createDispatcher({
      database,
      channels: emailChannelThrough(transport),
      log,
      publicUrl: 'https://minbar.test',
      limit,
      ...letterLinkCreators(database),
    }),
  )
  transport.close()
}
