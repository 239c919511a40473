import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { link, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Writable } from 'node:stream'
import { syncFolder } from '../../server/database/embedded/sync-folder.ts'

/** A file cannot be written; the message is one sentence that says why. */
export class UnwritableFileError extends Error {
  override readonly name = 'UnwritableFileError'
}

/** Milliseconds after which an unfinished file that nothing wrote to was left by a process that was killed. */
const abandonedAfter = 60 * 60_000

/** The names that `draftNameOf` gives, and nothing else: files of such a name are removed. */
const draftName = /^\..+\.unfinished-[0-9a-f]{12}$/u

function draftNameOf(name: string): string {
  return `.${name}.unfinished-${randomBytes(6).toString('hex')}`
}

/**
 * Writes a file that only this user may read, from its first byte on. It grows under another name in the same folder, is
 * brought to the disk, and only then gets its name; so a file of that name is complete. An existing file is never
 * overwritten. Rejects with UnwritableFileError, or with what `write` or `check` rejects with, and leaves nothing behind.
 * @param check is given the path of the finished file before it gets its name
 */
export async function writePrivateFile(
  path: string,
  write: (into: Writable) => Promise<void>,
  check: (draft: string) => Promise<void>,
): Promise<void> {
  if (existsSync(path)) throw existing(path)
  const folder = dirname(path)
  const draft = join(folder, draftNameOf(basename(path)))
  try {
    await removeAbandoned(folder)
    const handle = await open(draft, 'wx', 0o600)
    const into = handle.createWriteStream({ autoClose: false })
    try {
      await write(into)
      await handle.sync()
    } finally {
      // What is left of a write that failed has to end before the file is closed.
      into.destroy()
      if (!into.closed) await once(into, 'close')
      await handle.close()
    }
    await check(draft)
    await giveName(draft, path)
    await syncFolder(folder)
  } catch (error) {
    throw explained(path, error)
  } finally {
    await rm(draft, { force: true })
  }
}

/** Unlike a rename, a link never replaces a file; some file systems, as of USB sticks, have none. */
async function giveName(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path)
  } catch (error) {
    if (existsSync(path)) throw existing(path)
    if (!isSystemError(error)) throw error
    await rename(draft, path)
  }
}

/** Removes what killed processes left in the folder. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isFile() || !draftName.test(entry.name)) continue
    const path = join(folder, entry.name)
    // Another process may remove it at the same moment.
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > abandonedAfter) await rm(path, { force: true })
  }
}

function existing(path: string): UnwritableFileError {
  return new UnwritableFileError(`${path} exists already, and is not overwritten: choose another name.`)
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}

const codesOfPlace = new Set(['EACCES', 'EDQUOT', 'EFBIG', 'ENOENT', 'ENOSPC', 'ENOTDIR', 'EPERM', 'EROFS'])

function explained(path: string, error: unknown): unknown {
  if (!isSystemError(error) || !codesOfPlace.has(error.code ?? '') || error.syscall === 'connect')
    return error
  const why = error.code === 'ENOSPC' ? 'the disk is full' : error.message
  return new UnwritableFileError(`${path} could not be written: ${why}.`, { cause: error })
}
