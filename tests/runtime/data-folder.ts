import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeWhenDone } from './close-when-done.ts'

/**
 * Makes a temporary folder for a server's DATA_DIR, and removes it when the test or the file is done. When tests run as
 * root, the embedded PostgreSQL runs as another user, so other users may traverse the folder.
 */
export async function newDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'minbar-data-'))
  await chmod(folder, 0o711)
  closeWhenDone(() => rm(folder, { recursive: true, force: true }))
  return folder
}
