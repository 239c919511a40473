import { randomBytes } from 'node:crypto'
import { readdir, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeOwnersFolder } from './data-folders.ts'

/** The names that `makeStagingFolder` gives, and nothing else: a folder of such a name may be removed. */
const draftName = /^restoring-[0-9a-f]{12}$/u

/** Milliseconds between two signs of life. */
const betweenSigns = 500

/** Milliseconds in which a restore that is under way gives one, on a busy machine too. */
const signsWithin = 3_000

/** Milliseconds between two looks for one. */
const betweenLooks = 100

/** Makes the folder in the operator's one in which a restore makes the new database. */
export function makeStagingFolder(directory: string): Promise<string> {
  return makeOwnersFolder(directory, `restoring-${randomBytes(6).toString('hex')}`)
}

/** The folders of restores that are under way or were killed, in the operator's folder. */
export async function stagingFoldersIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true })
  const drafts = entries.filter((entry) => entry.isDirectory() && draftName.test(entry.name))
  return drafts.map(({ name }) => join(directory, name)).toSorted()
}

/**
 * Has a draft's time of change tell that its restore is under way, until the function that it gives is called. A process id
 * would say nothing to another container, and may be another process's by now.
 */
export function startHeartbeat(draft: string): () => void {
  const showNow = () => {
    const now = new Date()
    // It may have been removed just now.
    utimes(draft, now, now).catch(() => {})
  }
  const timer = setInterval(showNow, betweenSigns)
  return () => clearInterval(timer)
}

/** Whether the restore of a draft is under way. For one that was killed that takes three seconds. */
export async function hasHeartbeat(draft: string): Promise<boolean> {
  const deadline = performance.now() + signsWithin
  const first = await changedAt(draft)
  for (;;) {
    const latest = await changedAt(draft)
    if (latest !== first) return latest !== undefined
    if (performance.now() > deadline) return false
    await pause(betweenLooks)
  }
}

/** Milliseconds since 1970; undefined where the folder is gone. */
async function changedAt(folder: string): Promise<number | undefined> {
  return (await stat(folder).catch(() => undefined))?.mtimeMs
}
