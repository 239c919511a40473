import { open } from 'node:fs/promises'

/** Flushes a folder's entries to disk (fsync), so that a rename survives a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  // On Windows, a program cannot open a folder like a file.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
