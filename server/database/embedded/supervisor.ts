import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../log.ts'
import type { Installation } from './data-folders.ts'
import { stopOrphanedServer } from './orphaned-server.ts'
import { DirectoryInUseError, type ClusterLock, lockClusterWithin } from './cluster-lock.ts'
import { explainWrongPassword } from './password.ts'
import { type Postmaster, PostmasterEndedError, startPostmaster } from './postmaster.ts'

/** Milliseconds that a start may take while another server is ending on the same cluster. */
const startsWithin = 10_000

/**
 * Milliseconds that PostgreSQL gets to recover by itself after one of its processes crashed: the first time, and the longest
 * after doubling. It may never do (see `restartWhenEnded`); on a slow disk it may take long.
 */
const recoversWithin = 10_000
const recoversWithinAtMost = 300_000

/** Milliseconds until PostgreSQL is ended at once when it was asked to end. */
const stopsWithin = 4_000

/** Milliseconds between two tries to start it again: the first, and the longest after doubling. */
const firstPause = 100
const longestPause = 2_000

/** Milliseconds in which a process that was killed is seen to have ended. */
const moment = 100

/** How a cluster is started and reached. */
interface StartOptions {
  /** How `pg` reaches it, once it is started with `settings`. */
  readonly url: string
  readonly password: string
  readonly settings: Readonly<Record<string, string | number>>
  readonly log: Log
}

/** A PostgreSQL that is started again should it end. */
interface Supervisor {
  /** Disconnects everybody and ends it for good. */
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL on a cluster, holds it for this process, and starts it again should it end. Rejects with DirectoryInUseError
 * where another process holds it, or with PostmasterEndedError where it does not start.
 */
export async function superviseCluster(
  installation: Installation,
  { url, password, settings, log }: StartOptions,
): Promise<Supervisor> {
  let isClosing = false
  let running = await start()
  const kept = restartWhenEnded()

  async function start(): Promise<{ postmaster: Postmaster; ownership: ClusterLock }> {
    const deadline = performance.now() + startsWithin
    for (;;) {
      await stopOrphanedServer(installation, password)
      try {
        const postmaster = await startPostmaster(installation, settings, (line) => logLine(log, line))
        return { postmaster, ownership: await own(startsWithin).catch(endAfter(postmaster)) }
      } catch (error) {
        const isEnding = error instanceof PostmasterEndedError && error.isLocked
        if (!isEnding || performance.now() > deadline) throw error
        await pause(firstPause)
      }
    }
  }

  async function own(within: number): Promise<ClusterLock> {
    const deadline = performance.now() + within
    const owner = await lockClusterWithin(url, deadline).catch(explainWrongPassword(installation.folder))
    if ('heldBy' in owner) throw new DirectoryInUseError(installation.directory, owner.heldBy)
    return owner
  }

  /**
   * When one of its processes crashes, PostgreSQL disconnects everybody and recovers by itself. It waits without end where its
   * recovery fails at once, as on a full disk: the postmaster (of 18.4) may look at the end of its startup process before it
   * looks at that process's message that recovery has begun, and then believes that it goes on. So a PostgreSQL that takes
   * no connections in time is ended and started again.
   */
  async function restartWhenEnded(): Promise<void> {
    let wait = firstPause
    let patience = recoversWithin
    for (;;) {
      const { postmaster, ownership } = running
      await Promise.race([postmaster.ended, ownership.ended])
      if (isClosing) return
      log.error({}, 'PostgreSQL ended or lost its connections; it is brought back')
      try {
        const isUp = await isRunning(postmaster)
        running = isUp
          ? { postmaster, ownership: await own(patience).catch(endAfter(postmaster)) }
          : await start()
        wait = firstPause
        patience = recoversWithin
      } catch (error) {
        patience = Math.min(2 * patience, recoversWithinAtMost)
        log.error({ err: error }, 'PostgreSQL could not be brought back; it is tried again')
        await pause(wait)
        wait = Math.min(2 * wait, longestPause)
      }
      if (isClosing) return
    }
  }

  async function end(): Promise<void> {
    // So it has no connection to complain of. A frozen one wouldn't answer.
    await Promise.race([running.ownership.release(), pause(moment)])
    await running.postmaster.stop(stopsWithin)
  }

  return {
    async stop() {
      isClosing = true
      await end()
      await kept
      // It may have been started again in the meantime.
      await end()
    },
  }
}

/** Ends a server that cannot be held, and passes the reason on. */
function endAfter(postmaster: Postmaster): (reason: unknown) => Promise<never> {
  return async (reason) => {
    await postmaster.kill()
    throw reason
  }
}

async function isRunning({ ended }: Postmaster): Promise<boolean> {
  return Promise.race([ended.then(() => false), pause(moment, true)])
}

/** PostgreSQL logs little: errors go to the client that made them, and their details hold people's data. */
function logLine(log: Log, line: string): void {
  if (/^(FATAL|PANIC):/u.test(line)) log.warn({ line }, 'PostgreSQL says')
  else log.debug({ line }, 'PostgreSQL says')
}
