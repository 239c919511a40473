import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryFolder } from '../../tools/build/repository-paths.ts'

/** What a file of the repository says. */
export function contentOf(path: string): string {
  return readFileSync(join(repositoryFolder, path), 'utf8')
}

export function isThere(path: string): boolean {
  return existsSync(join(repositoryFolder, path))
}
