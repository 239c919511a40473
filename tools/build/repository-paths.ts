import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder that holds package.json, absolute, without a slash at its end. */
export const repositoryFolder = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/u, '')

/** Where builds, compiler output and tools installed on demand live; safe to delete while nothing runs. */
export const buildsFolder = join(repositoryFolder, '.build')

/** The path of a program that one of the repository's packages brings. */
export function packageProgram(name: string): string {
  return join(repositoryFolder, 'node_modules', '.bin', name)
}
