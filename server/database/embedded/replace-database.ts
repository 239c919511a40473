import { renameSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { errorReason } from '../../error-reason.ts'
import type { Log } from '../../log.ts'
import { ensureCluster, isMissingOrUnfinished } from './cluster.ts'
import {
  foldersIn,
  hasCluster,
  prepareDataFolder,
  prepareInstallation,
  UnusableFolderError,
} from './data-folders.ts'
import { replacedDatabasePrefix } from './interrupted-restore.ts'
import { openEmbeddedDatabase } from './open-embedded.ts'
import { stopOrphanedServer } from './orphaned-server.ts'
import { isAlive, readPostmasterFile } from './postmaster-file.ts'
import { hasHeartbeat, makeStagingFolder, stagingFoldersIn, startHeartbeat } from './restore-staging.ts'
import { syncFolder } from './sync-folder.ts'

interface ReplaceOptions {
  readonly dataDir: string
  readonly putAside: boolean
  readonly log: Log
  /** Called when the new database has replaced the current one. */
  readonly onReplaced?: () => void
}

/**
 * Replaces the embedded database of a data folder. Fills the new database in a staging folder first, then swaps it with the current
 * database, which is unchanged until then. The current database is moved aside under another name, never deleted.
 *
 * Rejects with DataFolderInUseError if a server runs. Rejects with UnusableFolderError if a server runs on a database that this version
 * cannot use, if another replacement is running, or if there is a database and `putAside` is false.
 * @param fill is called with the URL of the new database, and fills it
 * @returns `result`: the result of `fill`. `putAside`: the folder to which the earlier database was moved; undefined if there was none
 */
export async function replaceEmbeddedDatabase<T>(
  { dataDir, putAside, log, onReplaced = () => {} }: ReplaceOptions,
  fill: (url: string) => Promise<T>,
) {
  await prepareDataFolder(dataDir)
  await prepareCurrentDatabase(dataDir, putAside)
  await removeAbandonedStaging(dataDir)
  const staging = await makeStagingFolder(dataDir)
  const stopHeartbeat = startHeartbeat(staging)
  // Privacy: the folder contains all personal data, so an interrupted restore must not leave it on the disk.
  const removeAtExit = (): void => removeFolderSync(staging)
  process.once('exit', removeAtExit)
  try {
    // Race: a concurrent restore may have checked before this staging folder existed.
    const other = (await stagingFoldersIn(dataDir)).find((it) => it !== staging)
    if (other !== undefined) throw otherRestoreError(dataDir, other)
    const result = await fillStaging(staging, log, fill)
    // A server may have started while the new database was being filled.
    await prepareCurrentDatabase(dataDir, putAside)
    const aside = swap(dataDir, staging)
    onReplaced()
    await syncFolder(dataDir)
    return { result, putAside: aside }
  } finally {
    stopHeartbeat()
    await removeFolder(staging)
    process.off('exit', removeAtExit)
  }
}

async function fillStaging<T>(dataDir: string, log: Log, fill: (url: string) => Promise<T>): Promise<T> {
  const embedded = await openEmbeddedDatabase({ dataDir, connections: 5, log })
  try {
    return await fill(embedded.url)
  } finally {
    await embedded.close()
  }
}

/** Rejects if there is a database that may not be moved aside. Stops an orphaned server on it. */
async function prepareCurrentDatabase(dataDir: string, putAside: boolean): Promise<void> {
  if (!hasCluster(dataDir)) return
  if (!putAside) {
    throw new UnusableFolderError(
      `There is a database in ${dataDir} already, and nothing was changed: add --put-aside to keep it under another name.`,
    )
  }
  await stopOrphanedCurrentServer(dataDir)
}

/**
 * Stops an orphaned PostgreSQL. Rejects with DataFolderInUseError if a server runs, or with UnusableFolderError if a server runs on a
 * database that this version cannot use.
 */
async function stopOrphanedCurrentServer(dataDir: string): Promise<void> {
  try {
    const installation = await prepareInstallation(dataDir)
    await stopOrphanedServer(installation, await ensureCluster(installation))
  } catch (error) {
    // The cluster is unusable, for example because of its major version. Then the process id is the only sign of a server.
    if (!(error instanceof UnusableFolderError)) throw error
    const file = await readPostmasterFile(join(dataDir, 'postgres', 'data'))
    if (file === undefined || !isAlive(file.pid)) return
    throw new UnusableFolderError(
      `The database in ${dataDir} is in use by process ${file.pid}: stop its server first.`,
    )
  }
}

/**
 * Removes what killed replacements left, and stops their PostgreSQL. Rejects with UnusableFolderError if another replacement is
 * still running.
 */
async function removeAbandonedStaging(dataDir: string): Promise<void> {
  for (const staging of await stagingFoldersIn(dataDir)) {
    if (await hasHeartbeat(staging)) throw otherRestoreError(dataDir, staging)
    if (hasCluster(staging)) {
      const installation = await prepareInstallation(staging)
      await stopOrphanedServer(installation, await ensureCluster(installation))
    }
    await removeFolder(staging)
  }
}

function otherRestoreError(dataDir: string, staging: string): UnusableFolderError {
  return new UnusableFolderError(
    `Another restore into ${dataDir} is under way, in ${staging}: wait until it ends, and run this one again if it is still needed.`,
  )
}

/** Retries are needed because a PostgreSQL that is shutting down may still write into a folder while it is removed. */
const retries = { maxRetries: 10, retryDelay: 100 }

function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, ...retries })
}

/**
 * Removes a folder in an exit listener, which must be synchronous. Node's own retries are not enough: Node lists the files of the folder
 * only once, and a PostgreSQL that is shutting down may still write another file.
 */
function removeFolderSync(folder: string): void {
  const sleeper = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  for (let attempts = 1; ; attempts += 1) {
    try {
      rmSync(folder, { recursive: true, force: true })
      return
    } catch (error) {
      if (attempts > retries.maxRetries) {
        process.stderr.write(
          `The unfinished restore could not be removed. Delete ${folder} yourself: ${errorReason(error)}\n`,
        )
        return
      }
      Atomics.wait(sleeper, 0, 0, retries.retryDelay)
    }
  }
}

/**
 * Swaps the new database with the current one. Synchronous, so that neither a signal nor other code of this process runs between
 * the two renames. If power fails between them, `refuseInterruptedRestore` detects it at the next start.
 */
function swap(dataDir: string, staging: string): string | undefined {
  const { postgresFolder } = foldersIn(dataDir)
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const aside = isMissingOrUnfinished(postgresFolder)
    ? undefined
    : join(dataDir, `${replacedDatabasePrefix}${time}Z`)
  if (aside !== undefined) renameSync(postgresFolder, aside)
  else rmSync(postgresFolder, { recursive: true, force: true })
  try {
    renameSync(join(staging, 'postgres'), postgresFolder)
  } catch (error) {
    if (aside !== undefined) renameSync(aside, postgresFolder)
    throw error
  }
  return aside
}
