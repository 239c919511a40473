import { renameSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import { ensureCluster, isMissingOrUnfinished } from './cluster.ts'
import { foldersIn, hasCluster, prepareDirectory, prepareInstallation, UnusableFolderError } from './data-folders.ts'
import { asidePrefix } from './interrupted-restore.ts'
import { stopOrphanedServer } from './orphaned-server.ts'
import { openEmbedded } from './open.ts'
import { isAlive, readPostmasterFile } from './postmaster-file.ts'
import { stagingFoldersIn, hasHeartbeat, makeStagingFolder, startHeartbeat } from './restore-staging.ts'
import { syncFolder } from './sync-folder.ts'

/** What a replacement did with the database that was there. */
export interface Replaced<T> {
  readonly result: T
  /** Where the earlier database is now; undefined where there was none. */
  readonly putAside: string | undefined
}

/**
 * Makes the embedded database of a folder anew. The new one grows in a folder of its own beside the present one, and takes its
 * place when it is complete; until then the present one stays as it is. It is put aside under another name, never deleted.
 *
 * Rejects with DirectoryInUseError where a server runs, or with UnusableFolderError where another replacement is under way,
 * or where a database is there and may not be put aside.
 * @param fill fills the new database at its URL
 */
export async function replaceEmbedded<T>(
  { dataDir, putAside, log }: { readonly dataDir: string; readonly putAside: boolean; readonly log: Log },
  fill: (url: string) => Promise<T>,
): Promise<Replaced<T>> {
  await prepareDirectory(dataDir)
  await refusePresent(dataDir, putAside)
  await removeDrafts(dataDir)
  const draft = await makeStagingFolder(dataDir)
  const endLife = startHeartbeat(draft)
  // Everything personal is in it, and nobody would look for it there after the process was stopped.
  const removeAtExit = (): void => removeAtOnce(draft)
  process.once('exit', removeAtExit)
  try {
    // One that began at the same moment has looked before this one's draft was there.
    const other = (await stagingFoldersIn(dataDir)).find((it) => it !== draft)
    if (other !== undefined) throw underWay(dataDir, other)
    const result = await filled(draft, log, fill)
    // A server may have been started meanwhile.
    await refusePresent(dataDir, putAside)
    const aside = swap(dataDir, draft)
    await syncFolder(dataDir)
    return { result, putAside: aside }
  } finally {
    endLife()
    await removeFolder(draft)
    process.off('exit', removeAtExit)
  }
}

async function filled<T>(dataDir: string, log: Log, fill: (url: string) => Promise<T>): Promise<T> {
  const embedded = await openEmbedded({ dataDir, connections: 5, log })
  try {
    return await fill(embedded.url)
  } finally {
    await embedded.close()
  }
}

async function refusePresent(dataDir: string, putAside: boolean): Promise<void> {
  if (!hasCluster(dataDir)) return
  if (!putAside) {
    throw new UnusableFolderError(
      `There is a database in ${dataDir} already, and nothing was changed: with --put-aside it is kept under another name.`,
    )
  }
  await stopPresent(dataDir)
}

/** Stops a PostgreSQL without its server; rejects with DirectoryInUseError where a server runs. */
async function stopPresent(dataDir: string): Promise<void> {
  try {
    const installation = await prepareInstallation(dataDir)
    await stopOrphanedServer(installation, await ensureCluster(installation))
  } catch (error) {
    // Of another major version; only such a PostgreSQL can speak with it.
    if (!(error instanceof UnusableFolderError)) throw error
    const file = await readPostmasterFile(join(dataDir, 'postgres', 'data'))
    if (file === undefined || !isAlive(file.pid)) return
    throw new UnusableFolderError(
      `The database in ${dataDir} is in use by process ${file.pid}: stop its server first.`,
    )
  }
}

/** Removes what a killed replacement left, and stops its PostgreSQL; rejects with UnusableFolderError where one is under way. */
async function removeDrafts(dataDir: string): Promise<void> {
  for (const draft of await stagingFoldersIn(dataDir)) {
    if (await hasHeartbeat(draft)) throw underWay(dataDir, draft)
    if (hasCluster(draft)) {
      const installation = await prepareInstallation(draft)
      await stopOrphanedServer(installation, await ensureCluster(installation))
    }
    await removeFolder(draft)
  }
}

function underWay(dataDir: string, draft: string): UnusableFolderError {
  return new UnusableFolderError(
    `Another restore into ${dataDir} is under way, in ${draft}: let it end, and run this one again if it is still needed.`,
  )
}

/** A PostgreSQL that is ending may still write into a folder that is being removed, so that is tried again. */
const tries = { maxRetries: 10, retryDelay: 100 }

function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, ...tries })
}

/**
 * The same at the end of the process, which cannot await anything. Node's own retries would not do: they read the folder once,
 * and PostgreSQL, which is ending too, may write another file meanwhile.
 */
function removeAtOnce(folder: string): void {
  const clock = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  for (let tried = 1; ; tried += 1) {
    try {
      rmSync(folder, { recursive: true, force: true })
      return
    } catch (error) {
      if (tried > tries.maxRetries) {
        const why = error instanceof Error ? error.message : String(error)
        process.stderr.write(`What the restore began could not be removed, so delete ${folder}: ${why}\n`)
        return
      }
      Atomics.wait(clock, 0, 0, tries.retryDelay)
    }
  }
}

/**
 * Puts the new database in the place of the present one. Synchronous, so that neither a signal nor another step of this process
 * comes between the two renames; where a power cut does, `refuseInterruptedRestore` tells.
 */
function swap(dataDir: string, draft: string): string | undefined {
  const { folder } = foldersIn(dataDir)
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const aside = isMissingOrUnfinished(folder) ? undefined : join(dataDir, `${asidePrefix}${time}Z`)
  if (aside !== undefined) renameSync(folder, aside)
  else rmSync(folder, { recursive: true, force: true })
  try {
    renameSync(join(draft, 'postgres'), folder)
  } catch (error) {
    if (aside !== undefined) renameSync(aside, folder)
    throw error
  }
  return aside
}
