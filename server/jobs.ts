import type { FastifyBaseLogger } from 'fastify'
import { deletePastAwayDates } from './availability/delete-past-dates.ts'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import { createDiskCheck } from './disk-space.ts'
import { deleteExpiredIdentityData } from './identity/delete-expired.ts'
import { createDeletionListJob, type DeletionList } from './identity/deletion-list.ts'
import { letterLinkCreators } from './letter-links.ts'
import { openChannels } from './letters/channels/channels.ts'
import { deleteOldLetterFiles, deleteOldLetters } from './letters/delete-old-letters.ts'
import { createDispatcher } from './letters/dispatcher.ts'
import { deletePastMailedEvents } from './letters/mailed-events.ts'
import { startOutboxPoller } from './letters/outbox-poller.ts'
import { heldLettersReminder } from './letters/restore-hold.ts'
import { endAnsweredQuestions } from './members/ask-for-slot.ts'
import { introduceConfirmedKhateebs } from './members/introduce-khateeb.ts'
import { tellOfMovedSlots } from './members/tell-of-moved-slots.ts'
import { deleteOldNews } from './news/delete-old-news.ts'
import { postPlannedFridays } from './plans/post-planned-fridays.ts'
import { expireProposals } from './proposals/expire-proposals.ts'
import type { Tracing } from './tracing/tracing.ts'

interface JobParts {
  readonly config: Config
  readonly database: Database
  readonly log: FastifyBaseLogger
  readonly deletions: DeletionList
  /** Origin of links in letters. */
  readonly publicUrl: string
  readonly tracing?: Tracing | undefined
}

export type Jobs = ReturnType<typeof startJobs>

type Chore = (database: Database) => Promise<unknown>

/** Milliseconds. */
const choreInterval = 60_000

/** Background jobs that run every minute, perhaps in several processes at the same time. */
const chores: readonly Chore[] = [
  expireProposals,
  deleteExpiredIdentityData,
  deleteOldLetters,
  deletePastMailedEvents,
  deleteOldNews,
  deletePastAwayDates,
  postPlannedFridays,
  introduceConfirmedKhateebs,
  endAnsweredQuestions,
  tellOfMovedSlots,
]

/** Starts the background jobs: sending letters, and the chores, which run every minute. */
export function startJobs({ config, database, log, deletions, publicUrl, tracing }: JobParts) {
  const channels = openChannels(config, tracing?.traceLetters)
  const dispatcher = createDispatcher({
    database,
    channels,
    log,
    publicUrl,
    limit: config.limits.letters,
    ...letterLinkCreators(database),
  })
  const poller = startOutboxPoller(dispatcher, log)
  const dropLetterFiles = (of: Database) => deleteOldLetterFiles(of, config.dataDir)
  const all = [
    // First, because a full disk may block the others.
    createDiskCheck(config, log),
    ...chores,
    dropLetterFiles,
    heldLettersReminder(log),
    createDeletionListJob(deletions),
  ]

  let running: Promise<void> | undefined
  const startChores = () => {
    running ??= runChores(all, database, log).finally(() => {
      running = undefined
    })
  }
  startChores()
  const timer = setInterval(startChores, choreInterval).unref()

  return {
    /** Resolves when the running chores have ended, and letters in flight are sent or, after a deadline, aborted. */
    async stop(): Promise<void> {
      clearInterval(timer)
      await Promise.all([poller.stop(), running])
      for (const { transport } of Object.values(channels)) transport.close()
    },
  }
}

/** Runs the chores one after the other. A failed chore is logged and doesn't stop the others. */
async function runChores(all: readonly Chore[], database: Database, log: FastifyBaseLogger): Promise<void> {
  for (const chore of all) {
    try {
      await chore(database)
    } catch (error) {
      log.error({ err: error, chore: chore.name }, 'a background job failed; retrying')
    }
  }
}
