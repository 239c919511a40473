import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Makes a temporary folder for a server's DATA_DIR. When tests run as root, the embedded PostgreSQL runs as another user,
 * so other users may traverse the folder.
 */
export async function makeDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'minbar-data-'))
  await chmod(folder, 0o711)
  return folder
}

export function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true })
}
