import { randomBytes } from 'node:crypto'
import { readdir, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeFolderIn } from '../../make-folder.ts'

/** Matches only the names that `makeStagingFolder` gives, because abandoned folders with a matching name are deleted. */
const stagingNamePattern = /^restoring-[0-9a-f]{12}$/u

/** Milliseconds between heartbeats. */
const heartbeatInterval = 500

/** Milliseconds within which a running restore always sends a heartbeat, even on a busy machine. */
const heartbeatTimeout = 3_000

/** Milliseconds between checks for a heartbeat. */
const pollInterval = 100

/** Creates the folder in which a restore fills the new database, inside the data folder. */
export function makeStagingFolder(dataFolder: string): Promise<string> {
  return makeFolderIn(dataFolder, `restoring-${randomBytes(6).toString('hex')}`)
}

/** Resolves with the staging folders of running and of killed restores in the data folder. */
export async function stagingFoldersIn(dataFolder: string): Promise<string[]> {
  const entries = await readdir(dataFolder, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory() && stagingNamePattern.test(entry.name))
  return folders.map(({ name }) => join(dataFolder, name)).toSorted()
}

/**
 * Updates the staging folder's modification time regularly, as a heartbeat of its restore, until the returned function is called.
 * A process id is not enough: it means nothing in another container, and may be reused.
 */
export function startHeartbeat(staging: string): () => void {
  const beat = () => {
    const now = new Date()
    // The update rejects if the folder was removed meanwhile.
    utimes(staging, now, now).catch(() => {})
  }
  const timer = setInterval(beat, heartbeatInterval)
  return () => clearInterval(timer)
}

/** Whether the restore of a staging folder is still running. Takes three seconds if it is not. */
export async function hasHeartbeat(staging: string): Promise<boolean> {
  const deadline = performance.now() + heartbeatTimeout
  const first = await modifiedAt(staging)
  for (;;) {
    const latest = await modifiedAt(staging)
    if (latest !== first) return latest !== undefined
    if (performance.now() > deadline) return false
    await pause(pollInterval)
  }
}

/** Resolves with the folder's modification time, in milliseconds since 1970; undefined if the folder was removed. */
async function modifiedAt(folder: string): Promise<number | undefined> {
  return (await stat(folder).catch(() => undefined))?.mtimeMs
}
