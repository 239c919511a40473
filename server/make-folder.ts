import { existsSync } from 'node:fs'
import { type FileHandle, lchown, lstat, mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { OperatorError } from './operator-error.ts'

/** A folder cannot be created, because there is a link to a folder that does not exist. */
class DanglingLinkError extends OperatorError {}

/**
 * Creates a folder, and its parents, if they do not exist. Rejects with DanglingLinkError or the system's error. Replaces Node's recursive
 * `mkdir`, which never ends in /proc: there, creating a folder fails with ENOENT, so Node tries again and again to create the parent, which
 * exists. Returns whether the folder is new.
 * @param mode the mode of new folders
 */
export async function makeFolder(path: string, mode: number): Promise<boolean> {
  const parent = dirname(path)
  if (!existsSync(parent)) await makeFolder(parent, mode)
  try {
    await mkdir(path, { mode })
    return true
  } catch (error) {
    if (await isFolder(path)) return false
    if (await isLink(path)) throw new DanglingLinkError(danglingLinkAdvice(path), { cause: error })
    throw error
  }
}

/**
 * The sentence about a link to a folder that is probably on a disk that is not mounted. The sentence does not advise another folder,
 * because the server would create an empty database there.
 */
export function danglingLinkAdvice(link: string): string {
  return `${link} is a link to a folder that does not exist: mount its disk.`
}

/** Whether there is a symbolic link at a path. */
export function isLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (found) => found.isSymbolicLink(),
    () => false,
  )
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

/**
 * Creates a private folder in the data folder, if it does not exist. If root creates it, it belongs to the data folder's owner, because
 * the server may run as this user. Returns its path.
 */
export async function makeFolderIn(dataFolder: string, name: string): Promise<string> {
  const folder = join(dataFolder, name)
  const isNew = await makeFolder(folder, 0o700)
  const owner = await ownerForNewFiles(dataFolder)
  if (isNew && owner !== undefined) await lchown(folder, owner.uid, owner.gid)
  return folder
}

/** Gives a new, open file to the owner of a folder if this process runs as root. */
export async function giveToOwnerOf(folder: string, file: FileHandle): Promise<void> {
  const owner = await ownerForNewFiles(folder)
  if (owner !== undefined) await file.chown(owner.uid, owner.gid)
}

/**
 * Resolves with the owner of a folder if this process runs as root; otherwise with undefined, because only root can change the owner of a
 * file.
 */
async function ownerForNewFiles(folder: string) {
  return process.getuid?.() === 0 ? stat(folder) : undefined
}
