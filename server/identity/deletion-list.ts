import { type FileHandle, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, iso } from '../database/database.ts'
import { giveToOwnerOf, makeFolder } from '../make-folder.ts'
import { undefinedIfFileMissing } from '../undefined-if-file-missing.ts'

export interface Deletion {
  /** The id of a person, or the uid of a party. */
  readonly id: string
  readonly deletedAt: Date
}

/** The name of the list in DATA_DIR. */
export const deletionListName = 'deleted-accounts'

/**
 * A list of deleted accounts outside the database. A restore of an older backup uses this list to delete these accounts again. The list has
 * no personal data, because the id of a deleted account refers to no person.
 */
export type DeletionList = ReturnType<typeof deletionListIn>

export function deletionListPath(dataDir: string): string {
  return join(dataDir, deletionListName)
}

/**
 * Returns the deletion list in DATA_DIR: a file with one line for each deleted person and party. Several processes may append to the file
 * at once.
 */
export function deletionListIn(dataDir: string) {
  const path = deletionListPath(dataDir)
  let known: Promise<Set<string>> | undefined
  return {
    /** Adds the people and parties that are not in the list yet. Resolves when the file is synced to disk. */
    async add(deletions: readonly Deletion[]): Promise<void> {
      known ??= readDeletions(path).then((listed) => new Set(listed.map(({ id }) => id)))
      const ids = await known.catch((error: unknown) => {
        known = undefined
        throw error
      })
      const added = deletions.filter(({ id }) => !ids.has(id))
      if (added.length === 0) return
      await append(path, dataDir, added)
      for (const { id } of added) ids.add(id)
    },
  }
}

/** Appends lines. Each line begins with a newline. So if a full disk cuts a line short, the next line is still valid. */
async function append(path: string, dataDir: string, deletions: readonly Deletion[]): Promise<void> {
  await makeFolder(dataDir, 0o700)
  const lines = deletions.map(({ id, deletedAt }) => `\n${id} ${iso(deletedAt)}`)
  const file = await openToAppend(path, dataDir)
  try {
    await file.appendFile(lines.join(''))
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Opens the list, and creates it if it does not exist. A list that root creates belongs to the owner of `dataDir`. */
async function openToAppend(path: string, dataDir: string): Promise<FileHandle> {
  try {
    const created = await open(path, 'ax', 0o600)
    await giveToOwnerOf(dataDir, created)
    return created
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return open(path, 'a')
    throw error
  }
}

/** Reads a deletion list. Returns an empty list if the file does not exist. Skips invalid lines. */
export async function readDeletions(path: string): Promise<Deletion[]> {
  const text = (await undefinedIfFileMissing(readFile(path, 'utf8'))) ?? ''
  const lines = text.matchAll(/^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (\d{4}-\S+Z)$/gmu)
  return [...lines].map(([, id = '', at = '']) => ({ id, deletedAt: new Date(at) }))
}

/** The longest time from the moment when a transaction reads the clock until its commit, in milliseconds. */
const maxTransactionTime = 60 * 60_000

/**
 * Creates a job that adds missing accounts to the list: accounts that other processes deleted, and accounts whose entry was lost by a crash
 * or a full disk. The first run reads all deleted accounts, and later runs only recently deleted ones.
 */
export function createDeletionListJob(list: DeletionList): (database: Database) => Promise<void> {
  let since = new Date(0)
  return async function addMissingDeletions({ db }) {
    const people = db.selectFrom('people').where('left_at', '>=', since).select(['id', 'left_at'])
    const parties = db.selectFrom('parties').where('left_at', '>=', since).select(['uid as id', 'left_at'])
    const rows = await people.unionAll(parties).orderBy('left_at').execute()
    await list.add(rows.flatMap(({ id, left_at: at }) => (at === null ? [] : [{ id, deletedAt: at }])))
    const latest = rows.at(-1)?.left_at
    if (latest) since = new Date(latest.getTime() - maxTransactionTime)
  }
}
