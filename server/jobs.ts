import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import { watchDisk } from './disk-space.ts'
import { deleteExpiredIdentityData } from './identity/delete-expired.ts'
import { addMissingDeletions, type DeletionList } from './identity/deletion-list.ts'
import { deleteOldLetterFiles, deleteOldLetters } from './letters/delete-old-letters.ts'
import { createDispatcher } from './letters/dispatcher.ts'
import { openTransport } from './letters/open-transport.ts'
import { startOutboxPoller } from './letters/outbox-poller.ts'
import { heldLettersReminder } from './letters/remind-of-held-letters.ts'
import { expireProposals } from './proposals/expire-proposals.ts'
import type { Tracing } from './tracing/tracing.ts'

interface JobParts {
  readonly config: Config
  readonly database: Database
  readonly log: FastifyBaseLogger
  readonly deletions: DeletionList
  /** Origin that links in letters begin with. */
  readonly publicUrl: string
  readonly tracing?: Tracing | undefined
}

export interface Jobs {
  /** Resolves when the chore in hand is done and the letters in flight are sent or, after a deadline, aborted. */
  stop(): Promise<void>
}

type Chore = (database: Database) => Promise<unknown>

/** Milliseconds. */
const betweenChores = 60_000

/** What is put in order every minute. Each may run in several processes at once. */
const chores: readonly Chore[] = [expireProposals, deleteExpiredIdentityData, deleteOldLetters]

/** Starts what runs beside the calls: sending letters, and keeping the tables in order. */
export function startJobs({ config, database, log, deletions, publicUrl, tracing }: JobParts): Jobs {
  const post = openTransport(config)
  const transport = tracing?.traceLetters(post) ?? post
  const dispatcher = createDispatcher({ database, transport, log, publicUrl, limit: config.limits.letters })
  const poller = startOutboxPoller(dispatcher, log)
  const dropLetterFiles = (of: Database) => deleteOldLetterFiles(of, config.dataDir)
  const all = [
    // The first, as a full disk may hold up the others.
    watchDisk(config, log),
    ...chores,
    dropLetterFiles,
    heldLettersReminder(log),
    addMissingDeletions(deletions),
  ]

  let chore: Promise<void> | undefined
  const keepOrder = () => {
    chore ??= doChores(all, database, log).finally(() => {
      chore = undefined
    })
  }
  keepOrder()
  const timer = setInterval(keepOrder, betweenChores).unref()

  return {
    async stop() {
      clearInterval(timer)
      await Promise.all([poller.stop(), chore])
      transport.close()
    },
  }
}

/** One that fails is logged, and the others go on. */
async function doChores(all: readonly Chore[], database: Database, log: FastifyBaseLogger): Promise<void> {
  for (const chore of all) {
    try {
      await chore(database)
    } catch (error) {
      log.error({ err: error, chore: chore.name }, 'a chore failed; it will be tried again')
    }
  }
}
