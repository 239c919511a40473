import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { ensureCluster } from './cluster.ts'
import { freePort } from './free-port.ts'
import { foldersIn, prepareHome, socketFolder } from './home.ts'
import { refuseInterruptedRestore } from './interrupted-restore.ts'
import { lastUrl } from './last-url.ts'
import { stopLeftover } from './leftover.ts'
import { DirectoryInUseError, type Ownership, ownCluster, ownClusterWithin } from './owner.ts'
import { type Postmaster, PostmasterEndedError, startPostmaster } from './postmaster.ts'
import { adoptRunningCopy, recordFiles, refuseRunningCopy } from './running-copy.ts'
import { settingsOf } from './settings.ts'
import { urlOf } from './url.ts'

/** What a pino logger offers. */
export type Log = Record<'debug' | 'info' | 'warn' | 'error', (facts: object, message: string) => void>

export interface EmbeddedDatabase {
  /** How `pg` reaches it. */
  readonly url: string
  /** Disconnects everybody and ends it, within about five seconds. */
  close(): Promise<void>
}

export interface EmbeddedOptions {
  /** The operator's folder (DATA_DIR). */
  readonly dataDir: string
  /** Connections that the product uses at most; PostgreSQL allows some more, for tools. */
  readonly connections: number
  readonly log: Log
  /** Open a copy that was made while its server ran, to rescue what is in it. */
  readonly openCopy?: boolean
  /** How it is reached: by a Unix socket where the system has them, else by 127.0.0.1. */
  readonly reach?: 'socket' | 'address'
}

/** Milliseconds that a start may take while another server is ending on the same cluster. */
const startsWithin = 10_000

/** Milliseconds until PostgreSQL is ended at once when it was asked to end. */
const stopsWithin = 4_000

/** Milliseconds between two tries to start it again: the first, and the longest after doubling. */
const firstPause = 100
const longestPause = 2_000

/**
 * Starts PostgreSQL on the cluster in the operator's folder, making it if there is none, and keeps it running: should it end,
 * it is started again. One process holds a folder; a second one gets DirectoryInUseError. What a killed process left
 * running is stopped first.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { log, connections, reach = process.platform === 'win32' ? 'address' : 'socket' } = options
  await refuseInterruptedRestore(options.dataDir)
  const home = await prepareHome(options.dataDir)
  if (options.openCopy !== true) await refuseRunningCopy(home)
  else if (await adoptRunningCopy(home)) log.warn({}, 'a copy that was made while its server ran is opened')
  const password = await ensureCluster(home)
  await recordFiles(home)
  const place =
    reach === 'socket'
      ? { socketFolder: await socketFolder(home), address: '', port: 5432 }
      : { socketFolder: '', address: '127.0.0.1', port: await freePort() }
  const url = urlOf(place, password)
  const settings = settingsOf(place, connections)
  let isClosing = false
  let running = await start()
  const kept = keepRunning()

  async function start(): Promise<{ postmaster: Postmaster; ownership: Ownership }> {
    const deadline = performance.now() + startsWithin
    for (;;) {
      await stopLeftover(home, password)
      try {
        const postmaster = await startPostmaster(home, settings, (line) => logLine(log, line))
        return { postmaster, ownership: await own().catch(endAfter(postmaster)) }
      } catch (error) {
        const isEnding = error instanceof PostmasterEndedError && error.isLocked
        if (!isEnding || performance.now() > deadline) throw error
        await pause(firstPause)
      }
    }
  }

  async function own(): Promise<Ownership> {
    const owner = await ownClusterWithin(url, performance.now() + startsWithin)
    if ('heldBy' in owner) throw new DirectoryInUseError(home.directory, owner.heldBy)
    return owner
  }

  async function keepRunning(): Promise<void> {
    let wait = firstPause
    for (;;) {
      const { postmaster, ownership } = running
      await Promise.race([postmaster.ended, ownership.ended])
      if (isClosing) return
      log.error({}, 'PostgreSQL ended or lost its connections; it is brought back')
      try {
        // When one of its processes crashes, PostgreSQL disconnects everybody and goes on by itself.
        const isUp = await isRunning(postmaster)
        running = isUp ? { postmaster, ownership: await own() } : await start()
        wait = firstPause
      } catch (error) {
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

  async function close(): Promise<void> {
    isClosing = true
    await end()
    await kept
    // It may have been started again in the meantime.
    await end()
    if (place.socketFolder !== '' && place.socketFolder !== home.folder) {
      await rm(place.socketFolder, { recursive: true, force: true })
    }
  }
  let closing: Promise<void> | undefined
  return { url, close: () => (closing ??= close()) }
}

/** The URL of the embedded database of a server that runs in the operator's folder; undefined where none does. */
export async function urlOfRunning(dataDir: string): Promise<string | undefined> {
  // Its postmaster file would lead to the server of the original.
  await refuseRunningCopy(foldersIn(dataDir))
  const url = await lastUrl(dataDir)
  if (url === undefined) return undefined
  const owner = await ownCluster(url).catch(() => undefined)
  if (owner === undefined) return undefined
  if ('heldBy' in owner) return url
  await owner.release()
  return undefined
}

/** Milliseconds in which a process that was killed is seen to have ended. */
const moment = 100

/** Ends a server that cannot be held, and passes the reason on. */
function endAfter(postmaster: Postmaster): (reason: unknown) => never {
  return (reason) => {
    postmaster.kill()
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
