import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryFolder } from '../../tools/build/repository-paths.ts'

/** Returns the text of a file, by its path in the repository. */
export function readRepositoryFile(path: string): string {
  return readFileSync(join(repositoryFolder, path), 'utf8')
}

export function repositoryFileExists(path: string): boolean {
  return existsSync(join(repositoryFolder, path))
}

export const { scripts }: { scripts: Record<string, string> } = JSON.parse(readRepositoryFile('package.json'))

/** Returns the first group of each match of a pattern in a text. */
export function groupsIn(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([, group = '']) => group)
}
