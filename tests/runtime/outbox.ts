import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, onTestFinished } from 'vitest'
import type { Limit } from '../../server/config.ts'
import { createDispatcher } from '../../server/letters/dispatcher.ts'
import { openTransport } from '../../server/letters/open-transport.ts'
import { queueLetters } from '../../server/letters/queue-letters.ts'
import type { Transport } from '../../server/letters/transport.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
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

/** Opens a database for a test file. Its outbox is empty at the start of each test. */
export function useOutbox() {
  let opened: TestDatabase | undefined
  let dataDir = ''
  const parts = (): TestDatabase => {
    if (opened === undefined) throw new Error('The database is not open before the first test.')
    return opened
  }
  const after = (minutes: number) => parts().setNow(minutesLater(minutes).toISOString())
  const reader = () => parts().database.reader

  beforeAll(async () => {
    opened = await openTestDatabase()
  })
  afterAll(() => opened?.close())
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'minbar-letters-'))
    await after(0)
  })
  afterEach(async () => {
    await reader().deleteFrom('letters').execute()
    await rm(dataDir, { recursive: true })
  })

  return {
    reader,
    database: () => parts().database,
    lettersFolder: () => join(dataDir, 'letters'),
    /** Sets the clock to some minutes after the start. */
    after,
    /** Queues a letter with a token in it for each recipient. */
    queue: (...recipients: readonly string[]) =>
      parts().database.transaction((tx) =>
        queueLetters(
          tx,
          recipients.map((to) => ({ to, letter: { kind: 'password_reset', props: { name: to, token } } })),
        ),
      ),
    /** All rows of `letters`, ordered by recipient. */
    rows: () => reader().selectFrom('letters').selectAll().orderBy('recipient').execute(),
    /** The product's transport: SMTP, or files without a server. Closed at the end of the test. */
    post: (server: MailServer | null, smtpUrl = server?.url ?? null) =>
      closing(openTransport({ smtpUrl, mailFrom: 'no-reply@minbar.test', dataDir })),
    /** A dispatcher with a `sendDue` method. The end of the test aborts its letters in flight. */
    dispatcher(transport: Pick<Transport, 'send'>, limit: Limit = { calls: 1_000_000, seconds: 1 }) {
      const dispatcher = createDispatcher({
        database: parts().database,
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

function closing(transport: Transport): Transport {
  onTestFinished(() => transport.close())
  return transport
}

/** Starts a mail server that closes at the end of the test. */
export async function startTestMailServer(...how: Parameters<typeof startMailServer>): Promise<MailServer> {
  const server = await startMailServer(...how)
  onTestFinished(() => server.close())
  return server
}
