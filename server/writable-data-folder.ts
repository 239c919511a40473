import { constants } from 'node:fs'
import { access, lstat, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { danglingLinkAdvice, isLink } from './make-folder.ts'
import { OperatorError } from './operator-error.ts'

/** The name of the folder for backups in DATA_DIR. */
export const backupsFolderName = 'backups'

/** Minbar may not write to DATA_DIR. The message is one sentence that tells the operator what to do. */
class UnwritableDataError extends OperatorError {}

/** Rejects with UnwritableDataError if this user may not write to the data folder, or to one of the given files and folders in it. */
export async function refuseUnwritableData(dataDir: string, names: readonly string[]): Promise<void> {
  const found = await findUnwritableData(dataDir, names)
  if (found !== undefined) throw new UnwritableDataError(found)
}

/**
 * Says in one sentence why this user may not write to the data folder, or to one of the given files and folders in it. Undefined if the
 * user may write to all of them. A path that does not exist is writable if the nearest existing folder above it is. Never advises another
 * DATA_DIR if this one exists, or may exist on a disk that is not mounted, because the server would then open an empty database.
 */
export async function findUnwritableData(
  dataDir: string,
  names: readonly string[],
): Promise<string | undefined> {
  if ((await accessError(dataDir)) === 'ENOENT') {
    const nearest = await nearestPath(dataDir)
    const error = await accessError(nearest)
    if (error === 'ENOENT') return danglingLinkAdvice(nearest)
    return error === undefined ? undefined : cannotWriteAdvice(dataDir)
  }
  for (const path of [dataDir, ...names.map((name) => join(dataDir, name))]) {
    const code = await accessError(path)
    if (code === 'EROFS') return readOnlyAdvice(path)
    // DATA_DIR is a file, or inside a file.
    if (code === 'ENOTDIR') return cannotWriteAdvice(dataDir)
    if (code === 'ENOENT' && (await isLink(path))) return danglingLinkAdvice(path)
    if (code !== undefined && code !== 'ENOENT') return ownerAdvice(path, dataDir)
  }
  return undefined
}

/** The sentence about a DATA_DIR that cannot be created, or is not a folder. */
export function cannotWriteAdvice(path: string): string {
  return `Cannot write to ${path}: set DATA_DIR to a folder of your own.`
}

/** The sentence about a path on a read-only file system, such as a disk that Linux has remounted after an error. */
export function readOnlyAdvice(path: string): string {
  return `The file system of ${path} is read-only: mount it so that Minbar can write.`
}

/** The sentence about a path on a full disk. */
export function fullDiskAdvice(path: string): string {
  return `The disk of ${path} is full: free some space and try again.`
}

/** Returns the code of the error if this user may not write to a file, or change a folder. */
async function accessError(path: string): Promise<string | undefined> {
  try {
    const isFolder = (await stat(path)).isDirectory()
    await access(path, isFolder ? constants.W_OK | constants.X_OK : constants.W_OK)
    return undefined
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'EACCES'
  }
}

/**
 * Returns the path itself if it exists, or else the nearest path above it that exists. A link counts as existing even if its target does
 * not exist.
 */
async function nearestPath(path: string): Promise<string> {
  const code = await lstat(path).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code,
  )
  return code === 'ENOENT' && dirname(path) !== path ? nearestPath(dirname(path)) : path
}

async function ownerAdvice(path: string, dataDir: string): Promise<string> {
  const user = userName()
  const owner = await stat(dataDir).then(
    ({ uid }) => uid,
    () => undefined,
  )
  const isOfOther = owner !== undefined && owner !== 0 && owner !== process.getuid?.()
  const first = isOfOther ? `run this as the user with the id ${owner}, or ` : ''
  return `The user ${user} may not write to ${path}: ${first}run chown -R ${user} ${dataDir} as root.`
}

/** Returns the name of this process's user, or the user's id if the system has no name for it, as in some containers. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.())
  }
}
