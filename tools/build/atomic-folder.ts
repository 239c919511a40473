import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'

/**
 * Creates a folder as a whole, unless it exists: fills a draft folder, then renames it. If two processes do this at the same time, both use
 * the folder of the first rename. An error of `fill` is ignored if the folder exists by then.
 */
export async function createFolderAtomically(
  folder: string,
  fill: (draft: string) => Promise<void>,
): Promise<void> {
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
