import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { writeContainerFolder } from '../../../tools/image.ts'

/**
 * Writes the files of the container image into a folder, for the whole test run. The folder is outside the repository, so that Node cannot
 * find the repository's node_modules.
 */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  // Several projects need the image. Only the first of them writes it.
  if ('image' in project.vitest.getProvidedContext()) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'minbar-image-'))
  // When the tests run as root, the embedded PostgreSQL runs as another user, who must be able to read the folder.
  await chmod(folder, 0o755)
  await writeContainerFolder(folder)
  project.vitest.provide('image', folder)
  return () => rm(folder, { recursive: true })
}
