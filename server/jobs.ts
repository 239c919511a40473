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
import { endOutdatedQuestions } from './members/ask-for-slot.ts'
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

type Job = (database: Database) => Promise<unknown>

/** Milliseconds between two runs of the jobs. */
const jobInterval = 60_000

/** Jobs that run every minute, perhaps in several processes at the same time. */
const databaseJobs: readonly Job[] = [
  expireProposals,
  deleteExpiredIdentityData,
  deleteOldLetters,
  deletePastMailedEvents,
  deleteOldNews,
  deletePastAwayDates,
  postPlannedFridays,
  introduceConfirmedKhateebs,
  endOutdatedQuestions,
  tellOfMovedSlots,
]

/** Starts to send letters, and to run the other background jobs every minute. */
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
    // This job runs first, because a full disk may block the other jobs.
    createDiskCheck(config, log),
    ...databaseJobs,
    dropLetterFiles,
    heldLettersReminder(log),
    createDeletionListJob(deletions),
  ]

  let running: Promise<void> | undefined
  const startRun = () => {
    running ??= runJobs(all, database, log).finally(() => {
      running = undefined
    })
  }
  startRun()
  const timer = setInterval(startRun, jobInterval).unref()

  return {
    /** Resolves when the running jobs have ended, and letters in flight are sent or, after a deadline, aborted. */
    async stop(): Promise<void> {
      clearInterval(timer)
      await Promise.all([poller.stop(), running])
      for (const { transport } of Object.values(channels)) transport.close()
    },
  }
}

/** Runs the jobs one after the other. A failed job is logged and doesn't stop the others. */
async function runJobs(all: readonly Job[], database: Database, log: FastifyBaseLogger): Promise<void> {
  for (const job of all) {
    try {
      await job(database)
    } catch (error) {
      log.error({ err: error, job: job.name }, 'a background job failed; retrying')
    }
  }
}
