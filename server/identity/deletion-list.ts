import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, iso } from '../database/database.ts'

/** An account that was deleted, and when. */
export interface Deletion {
  readonly uid: string
  readonly deletedAt: Date
}

/**
 * Which accounts were deleted, kept outside of the database: an older backup still has them, and whoever restores it deletes
 * them again by this list. It has no personal data, as a uid refers to nothing once its account is deleted.
 */
export interface DeletionList {
  /** Puts accounts on the list that are not on it yet; they are on the disk when it resolves. */
  add(deletions: readonly Deletion[]): Promise<void>
}

/** Where a server keeps its list. */
export function deletionListPath(dataDir: string): string {
  return join(dataDir, 'deleted-accounts')
}

/** The list of a server, in its DATA_DIR: a line for each account, added to by any number of processes. */
export function deletionListIn(dataDir: string): DeletionList {
  const path = deletionListPath(dataDir)
  let known: Promise<Set<string>> | undefined
  return {
    async add(deletions) {
      known ??= readDeletions(path).then((listed) => new Set(listed.map(({ uid }) => uid)))
      const uids = await known.catch((error: unknown) => {
        known = undefined
        throw error
      })
      const added = deletions.filter(({ uid }) => !uids.has(uid))
      if (added.length === 0) return
      await append(path, dataDir, added)
      for (const { uid } of added) uids.add(uid)
    },
  }
}

/** A line begins with its newline, so that one that a full disk cut short spoils no other. */
async function append(path: string, dataDir: string, deletions: readonly Deletion[]): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const handle = await open(path, 'a', 0o600)
  try {
    await handle.appendFile(deletions.map(({ uid, deletedAt }) => `\n${uid} ${iso(deletedAt)}`).join(''))
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** What a list has; nothing where there is none yet. Lines that are no deletion are passed over. */
export async function readDeletions(path: string): Promise<Deletion[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const lines = text.matchAll(/^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (\d{4}-\S+Z)$/gmu)
  return [...lines].map(([, uid = '', at = '']) => ({ uid, deletedAt: new Date(at) }))
}

/** Milliseconds: a transaction may commit this long after it read the clock. */
const commitsWithin = 60 * 60_000

/**
 * Makes a chore that puts accounts on the list that are not on it: those that another process deleted, and those that a kill
 * or a full disk kept from it. It reads all of them once, and then the latest.
 */
export function addMissingDeletions(list: DeletionList): (database: Database) => Promise<void> {
  let since = new Date(0)
  return async function completeDeletionList({ reader }) {
    const rows = await reader
      .selectFrom('accounts')
      .where('left_at', '>=', since)
      .orderBy('left_at')
      .select(['uid', 'left_at'])
      .execute()
    await list.add(rows.flatMap(({ uid, left_at: at }) => (at === null ? [] : [{ uid, deletedAt: at }])))
    const latest = rows.at(-1)?.left_at
    if (latest) since = new Date(latest.getTime() - commitsWithin)
  }
}
