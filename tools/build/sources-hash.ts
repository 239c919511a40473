import { createHash, type Hash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const sourceFolders = ['contract', 'domain', 'server', 'web']

/** Matches the other inputs of a build: its tools, the lock file and the compiler settings. */
const toolOrSettingPattern = /^tools\/build|^package-lock\.json$|^tsconfig\.base\.json$|^lingui\.config\.ts$/u

/** Matches files that are left out: tests, generated data (which depends only on hashed files), and `tsconfig.json`. */
const excludedPathPattern = /\.test\.tsx?$|\.generated\.json$|^tsconfig\.json$/u

/**
 * Returns the hash of all inputs of a build: 16 hexadecimal digits, the same on every machine. The hash uses contents, not modification
 * times, because git and copying can give old times to new text.
 */
export function sourcesHash(repository: string): string {
  const hash = createHash('sha256')
  const tools = readdirSync(join(repository, 'tools')).map((name) => `tools/${name}`)
  const settings = [...readdirSync(repository), ...tools].filter((path) => toolOrSettingPattern.test(path))
  for (const source of [...sourceFolders, ...settings.toSorted()]) {
    if (!excludedPathPattern.test(source)) addTo(hash, repository, source)
  }
  return hash.digest('hex').slice(0, 16)
}

function addTo(hash: Hash, repository: string, path: string): void {
  const absolutePath = join(repository, path)
  if (!statSync(absolutePath).isDirectory()) {
    const content = readFileSync(absolutePath)
    hash.update(`${path}\0${content.length}\0`).update(content)
    return
  }
  for (const name of readdirSync(absolutePath).toSorted()) {
    if (!excludedPathPattern.test(name)) addTo(hash, repository, `${path}/${name}`)
  }
}
