import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { beforeEach, onTestFinished } from 'vitest'
import { letterLinkCreators } from '../../server/letter-links.ts'
import type { Letter } from '../../server/letters/content/letter.ts'
import { createDispatcher } from '../../server/letters/dispatcher.ts'
import { openTransport } from '../../server/letters/open-transport.ts'
import type { Transport } from '../../server/letters/transport.ts'
import { senderAt } from '../../server/mail-sender.ts'
import type { RateLimit } from '../../server/rate-limit.ts'
import { newDataFolder } from './data-folder.ts'
import { openTestDatabase } from './database.ts'
import { emailChannelThrough } from './email-channel.ts'
import { holdMailResponses } from './hold-mail-responses.ts'
import { insertLetters } from './insert-letters.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { sendDueLetters } from './send-due-letters.ts'

/** The time at the start of each test. */
export const startTime = new Date('2026-12-01T12:00:00Z')

export const publicUrl = 'https://minbar.test'
/** A token that is about as long as a real token. The outbox must erase it after sending. */
export const token = 'secret'.repeat(7)

/** Returns an instant some minutes after the start. */
export function minutesLater(minutes: number): Date {
  return new Date(startTime.getTime() + minutes * 60_000)
}

/** Opens a database for a test file. Its outbox and the folder of its letter files are empty at the start of each test. */
export async function openOutbox() {
  const opened = await openTestDatabase()
  const { database } = opened
  const { db } = database
  const dataDir = await newDataFolder()
  const lettersFolder = join(dataDir, 'letters')
  const after = (minutes: number) => opened.setNow(minutesLater(minutes).toISOString())

  beforeEach(async () => {
    await db.deleteFrom('letters').execute()
    await rm(lettersFolder, { recursive: true, force: true })
    await after(0)
  })

  /**
   * Opens the product's transport. It sends letters to the server by SMTP, or writes them into files if `server` is null. The end of the
   * test closes it.
   */
  function transportTo(server: MailServer | null, smtpUrl = server?.url ?? null): Transport {
    const transport = openTransport({ smtpUrl, mailFrom: senderAt('no-reply@minbar.test'), dataDir })
    onTestFinished(() => transport.close())
    return transport
  }

  /** Creates a dispatcher with a `sendDue` method. The end of the test aborts its letters in flight. */
  function dispatcher(
    transport: Pick<Transport, 'send'>,
    limit: RateLimit = { calls: 1_000_000, seconds: 1 },
  ) {
    const created = createDispatcher({
      database,
      channels: emailChannelThrough(transport),
      log: pino({ level: 'silent' }),
      publicUrl,
      limit,
      ...letterLinkCreators({ db }),
      random: () => 0.5,
    })
    onTestFinished(() => created.abort())
    return { ...created, sendDue: () => sendDueLetters(created) }
  }

  return {
    database,
    db,
    lettersFolder,
    /** Sets the clock to some minutes after the start. */
    after,
    /** Queues letters to one recipient. */
    write: (to: string, ...letters: readonly Letter[]) =>
      insertLetters(
        db,
        letters.map((letter) => ({ to, letter })),
      ),
    /** Queues a letter with a token for each recipient. Letters of its kind are sent even if the token's link doesn't work. */
    queue: (...recipients: readonly string[]) =>
      insertLetters(
        db,
        recipients.map((to) => ({ to, letter: { kind: 'email_restored', props: { name: to, token } } })),
      ),
    /** Returns all rows of `letters`, ordered by recipient. */
    rows: () => db.selectFrom('letters').selectAll().orderBy('recipient').execute(),
    transportTo,
    dispatcher,
    /**
     * Creates a dispatcher, and a mail server that delays its responses until they are released. `isHeld` selects the recipients, by
     * default all.
     */
    async holdingDispatcher(isHeld?: (address: string) => boolean) {
      const hold = holdMailResponses(isHeld)
      const server = await startMailServer({ answerAfter: hold.answerAfter })
      return { hold, server, dispatcher: dispatcher(transportTo(server)) }
    },
  }
}
