import { existsSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a folder, and its parents, if they do not exist. Rejects with the system's error. Replaces Node's recursive `mkdir`, which never
 * ends in /proc: there, creating a folder fails with ENOENT, so Node tries again and again to create the parent, which exists.
 * @param mode the mode of new folders
 */
export async function makeFolder(path: string, mode: number): Promise<void> {
  const parent = dirname(path)
  if (!existsSync(parent)) await makeFolder(parent, mode)
  try {
    await mkdir(path, { mode })
  } catch (error) {
    if (!(await isFolder(path))) throw error
  }
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}
