import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'

/**
 * Fills a folder once: it appears whole or not at all. When two processes fill it at the same time, the first
 * rename wins and both use that folder, whatever became of the other's draft.
 */
export async function createFolderAtomically(folder: string, fill: (draft: string) => Promise<void>): Promise<void> {
  if (existsSync(folder)) return
  const draft = `${folder}.draft-${randomUUID()}`
  await mkdir(draft, { recursive: true })
  try {
    await fill(draft)
    await rename(draft, folder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}
