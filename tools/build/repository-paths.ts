import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The absolute path of the repository, without a trailing slash. */
export const repositoryFolder = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/u, '')

/** The folder of builds, compiler output and tools that are installed on demand. It can be deleted while nothing runs. */
export const buildsFolder = join(repositoryFolder, '.build')

/** Returns the path of a program in `node_modules/.bin`. */
export function packageProgram(name: string): string {
  return join(repositoryFolder, 'node_modules', '.bin', name)
}
