import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../log.ts'
import { type ClusterLock, DataFolderInUseError, waitForClusterLock } from './cluster-lock.ts'
import type { Installation } from './data-folders.ts'
import { stopOrphanedServer } from './orphaned-server.ts'
import { explainWrongPassword } from './password.ts'
import { type Postmaster, PostmasterEndedError, startPostmaster } from './postmaster.ts'

/** Milliseconds for which a start is retried while another server is shutting down on the same cluster. */
const startTimeout = 10_000

/**
 * Milliseconds for PostgreSQL to recover by itself after one of its processes crashed. The time doubles after each failure, from the
 * first value up to the second. Recovery is slow on a slow disk, and may hang forever (see `restartWhenEnded`).
 */
const firstRecoveryTimeout = 10_000
const maxRecoveryTimeout = 300_000

/** Milliseconds that a fast shutdown of PostgreSQL may take. After this time, an immediate shutdown follows. */
const stopTimeout = 4_000

/** Milliseconds between attempts to start PostgreSQL. The delay doubles after each failure, from the first value up to the second. */
const firstRetryDelay = 100
const maxRetryDelay = 2_000

/** Milliseconds to wait for PostgreSQL to exit, or for the lock's connection to close. */
const exitDelay = 100

/** How to start a cluster, and how to connect to it. */
interface StartOptions {
  /** The connection URL of a server with these `settings`. */
  readonly url: string
  readonly password: string
  readonly settings: Readonly<Record<string, string | number>>
  readonly log: Log
}

/**
 * Starts PostgreSQL on a cluster, locks the cluster for this process, and restarts PostgreSQL whenever it ends. Rejects with
 * DataFolderInUseError if another process has the lock, or with PostmasterEndedError if PostgreSQL does not start.
 */
export async function superviseCluster(
  installation: Installation,
  { url, password, settings, log }: StartOptions,
): Promise<{ stop(): Promise<void> }> {
  let isClosing = false
  let running = await start()
  const supervision = restartWhenEnded()

  async function start(): Promise<{ postmaster: Postmaster; lock: ClusterLock }> {
    const deadline = performance.now() + startTimeout
    for (;;) {
      await stopOrphanedServer(installation, password)
      try {
        const postmaster = await startPostmaster(installation, settings, (line) => logLine(log, line))
        return { postmaster, lock: await acquireLock(startTimeout).catch(killAndRethrow(postmaster)) }
      } catch (error) {
        const isOtherEnding = error instanceof PostmasterEndedError && error.isLocked
        if (!isOtherEnding || performance.now() > deadline) throw error
        await pause(firstRetryDelay)
      }
    }
  }

  async function acquireLock(timeout: number): Promise<ClusterLock> {
    const deadline = performance.now() + timeout
    const lock = await waitForClusterLock(url, deadline).catch(
      explainWrongPassword(installation.postgresFolder),
    )
    if ('heldBy' in lock) throw new DataFolderInUseError(installation.dataFolder, lock.heldBy)
    return lock
  }

  /**
   * When one of its processes crashes, PostgreSQL disconnects all clients and recovers by itself. But if recovery fails at once, as
   * on a full disk, the postmaster of PostgreSQL 18.4 has a race. It may handle the exit of its startup process before it handles the
   * message that recovery has begun. Then it waits forever for the end of recovery. So we kill and restart a PostgreSQL that accepts
   * no connections in time.
   */
  async function restartWhenEnded(): Promise<void> {
    let retryDelay = firstRetryDelay
    let recoveryTimeout = firstRecoveryTimeout
    for (;;) {
      const { postmaster, lock } = running
      await Promise.race([postmaster.ended, lock.ended])
      if (isClosing) return
      log.error({}, 'PostgreSQL ended or lost its connections; restarting it')
      try {
        const isUp = await isRunning(postmaster)
        running = isUp
          ? { postmaster, lock: await acquireLock(recoveryTimeout).catch(killAndRethrow(postmaster)) }
          : await start()
        retryDelay = firstRetryDelay
        recoveryTimeout = firstRecoveryTimeout
      } catch (error) {
        recoveryTimeout = Math.min(2 * recoveryTimeout, maxRecoveryTimeout)
        log.error({ err: error }, 'PostgreSQL could not be restarted; retrying')
        await pause(retryDelay)
        retryDelay = Math.min(2 * retryDelay, maxRetryDelay)
      }
      if (isClosing) return
    }
  }

  async function end(): Promise<void> {
    // Release the lock first, so that PostgreSQL logs no terminated connection. A frozen PostgreSQL never answers: don't wait long.
    await Promise.race([running.lock.release(), pause(exitDelay)])
    await running.postmaster.stop(stopTimeout)
  }

  return {
    /** Disconnects all clients and stops PostgreSQL for good. */
    async stop() {
      isClosing = true
      await end()
      await supervision
      // `restartWhenEnded` may have started PostgreSQL again before it saw that `isClosing` is true.
      await end()
    },
  }
}

/** Returns an error handler that kills a server whose cluster cannot be locked, and rethrows the error. */
function killAndRethrow(postmaster: Postmaster): (reason: unknown) => Promise<never> {
  return async (reason) => {
    await postmaster.kill()
    throw reason
  }
}

async function isRunning({ ended }: Postmaster): Promise<boolean> {
  return Promise.race([ended.then(() => false), pause(exitDelay, true)])
}

/** Only fatal lines are logged as warnings. Other errors reach the client that caused them, and their details may contain personal data. */
function logLine(log: Log, line: string): void {
  if (/^(FATAL|PANIC):/u.test(line)) log.warn({ line }, 'PostgreSQL says')
  else log.debug({ line }, 'PostgreSQL says')
}
