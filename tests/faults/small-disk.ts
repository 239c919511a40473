import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { onTestFinished, type TestContext } from 'vitest'
import { newDataFolder } from '../runtime/data-folder.ts'

const run = promisify(execFile)

/**
 * Mounts an in-memory disk on an empty folder. Returns the folder. Skips the test if the process may not mount a disk.
 * @param size as `mount` takes it, such as `8k`
 */
export async function newDisk({ skip }: Pick<TestContext, 'skip'>, size: string): Promise<string> {
  skip(process.platform !== 'linux' || process.getuid?.() !== 0, 'only root may mount a small disk')
  const folder = await newDataFolder()
  await run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0711`, 'tmpfs', folder])
  onTestFinished(async () => void (await run('umount', ['--lazy', folder])))
  return folder
}
