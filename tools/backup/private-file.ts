import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { link, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Writable } from 'node:stream'
import { syncFolder } from '../../server/database/embedded/sync-folder.ts'
import { giveToOwnerOf } from '../../server/make-folder.ts'
import { OperatorError } from '../../server/operator-error.ts'

/** Thrown if the file cannot be written. The message explains the reason to the operator in one sentence. */
class UnwritableFileError extends OperatorError {}

/** The milliseconds without a write after which a draft is regarded as left behind by a killed process. */
const maxDraftAge = 60 * 60_000

/** Matches only names that `draftNameOf` returns, because old files with such names are deleted. */
const draftNamePattern = /^\..+\.unfinished-[0-9a-f]{12}$/u

function draftNameOf(name: string): string {
  return `.${name}.unfinished-${randomBytes(6).toString('hex')}`
}

/**
 * Writes a file that only this user can read. The file appears as a whole: a draft in the same folder is synced to the disk, and then gets
 * the file's name. Rejects with UnwritableFileError if the file already exists, or after a system error of a file (`fileErrorCodes`),
 * including one in `write` or `check`. Other errors of `write` and `check` are passed on. The draft is always deleted.
 * @param check verifies the finished draft before it gets the file's name
 * @param folderOfOwner if root writes the file, the file belongs to the owner of this folder
 */
export async function writePrivateFile(
  path: string,
  write: (into: Writable) => Promise<void>,
  check: (draft: string) => Promise<void>,
  folderOfOwner?: string,
): Promise<void> {
  if (existsSync(path)) throw existingFileError(path)
  const folder = dirname(path)
  const draft = join(folder, draftNameOf(basename(path)))
  try {
    await deleteAbandonedDrafts(folder)
    const handle = await open(draft, 'wx', 0o600)
    const into = handle.createWriteStream({ autoClose: false })
    try {
      if (folderOfOwner !== undefined) await giveToOwnerOf(folderOfOwner, handle)
      await write(into)
      await handle.sync()
    } finally {
      // After a failed write, the pending writes must end before the file is closed.
      into.destroy()
      if (!into.closed) await once(into, 'close')
      await handle.close()
    }
    await check(draft)
    await renameWithoutOverwriting(draft, path)
    await syncFolder(folder)
  } catch (error) {
    throw explainWriteError(path, error)
  } finally {
    // If the draft could not be created, because the folder belongs to another user, its deletion fails, too.
    await rm(draft, { force: true }).catch(() => {})
  }
}

/**
 * Gives the draft its final name by a hard link, because a link never overwrites a file, but a rename does. Renames the draft if the link
 * fails, usually because the file system has no hard links, such as FAT on USB sticks.
 */
async function renameWithoutOverwriting(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path)
  } catch (error) {
    if (existsSync(path)) throw existingFileError(path)
    if (!isSystemError(error)) throw error
    await rename(draft, path)
  }
}

/** Deletes the drafts that killed processes left in the folder. */
async function deleteAbandonedDrafts(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isFile() || !draftNamePattern.test(entry.name)) continue
    const path = join(folder, entry.name)
    // Another process may delete the file at the same time.
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > maxDraftAge) await rm(path, { force: true })
  }
}

function existingFileError(path: string): UnwritableFileError {
  return new UnwritableFileError(`${path} already exists and is not overwritten: choose another name.`)
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}

const fileErrorCodes = new Set(['EACCES', 'EDQUOT', 'EFBIG', 'ENOENT', 'ENOSPC', 'ENOTDIR', 'EPERM', 'EROFS'])

/** Explains a system error of a file. Returns all other errors unchanged, including errors of the connection to the database. */
function explainWriteError(path: string, error: unknown): unknown {
  if (!isSystemError(error) || !fileErrorCodes.has(error.code ?? '') || error.syscall === 'connect')
    return error
  const why = error.code === 'ENOSPC' ? 'the disk is full' : error.message
  return new UnwritableFileError(`${path} could not be written: ${why}.`, { cause: error })
}
