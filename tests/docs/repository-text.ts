import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryFolder } from '../../tools/build/repository-paths.ts'

/** What a file of the repository says. */
export function readRepositoryFile(path: string): string {
  return readFileSync(join(repositoryFolder, path), 'utf8')
}

export function repositoryFileExists(path: string): boolean {
  return existsSync(join(repositoryFolder, path))
}
