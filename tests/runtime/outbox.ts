import { join } from 'node:path'
import { pino } from 'pino'
import { beforeEach, onTestFinished } from 'vitest'
import type { Limit } from '../../server/config.ts'
import { createDispatcher } from '../../server/letters/dispatcher.ts'
import { openTransport } from '../../server/letters/open-transport.ts'
import { queueLetters } from '../../server/letters/queue-letters.ts'
import type { Transport } from '../../server/letters/transport.ts'
import { newDataFolder } from './data-folder.ts'
import { openTestDatabase } from './database.ts'
import type { MailServer } from './mail-server.ts'
import { sendDueLetters } from './send-due-letters.ts'

/** The time at the start of each test. */
export const start = new Date('2026-12-01T12:00:00Z')
export const publicUrl = 'https://minbar.test'
/** A token that the outbox must erase after sending. */
export const token = 'secret'.repeat(7)

/** An instant some minutes after the start. */
export function minutesLater(minutes: number): Date {
  return new Date(start.getTime() + minutes * 60_000)
}

/** Opens a database until the test file is done. Its outbox is empty at the start of each test. */
export async function useOutbox() {
  const { database, setNow } = await openTestDatabase()
  let dataDir = ''
  const after = (minutes: number) => setNow(minutesLater(minutes).toISOString())

  beforeEach(async () => {
    dataDir = await newDataFolder()
    await database.reader.deleteFrom('letters').execute()
    await after(0)
  })

  return {
    reader: () => database.reader,
    database: () => database,
    lettersFolder: () => join(dataDir, 'letters'),
    /** Sets the clock to some minutes after the start. */
    after,
    /** Queues a letter with a token in it for each recipient. */
    queue: (...recipients: readonly string[]) =>
      database.transaction((tx) =>
        queueLetters(
          tx,
          recipients.map((to) => ({ to, letter: { kind: 'password_reset', props: { name: to, token } } })),
        ),
      ),
    /** All rows of `letters`, ordered by recipient. */
    rows: () => database.reader.selectFrom('letters').selectAll().orderBy('recipient').execute(),
    /** The product's transport: SMTP, or files without a server. Closed at the end of the test. */
    post(server: MailServer | null, smtpUrl = server?.url ?? null): Transport {
      const transport = openTransport({ smtpUrl, mailFrom: 'no-reply@minbar.test', dataDir })
      onTestFinished(() => transport.close())
      return transport
    },
    /** A dispatcher with a `sendDue` method. The end of the test aborts its letters in flight. */
    dispatcher(transport: Pick<Transport, 'send'>, limit: Limit = { calls: 1_000_000, seconds: 1 }) {
      const dispatcher = createDispatcher({
        database,
        transport: { close: () => {}, ...transport },
        log: pino({ level: 'silent' }),
        publicUrl,
        limit,
        random: () => 0.5,
      })
      onTestFinished(() => dispatcher.abort())
      return { ...dispatcher, sendDue: () => sendDueLetters(dispatcher) }
    },
  }
}
