import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { explainUnwritableRepository } from './build/unwritable-repository.ts'
import { buildCommonPasswords, passwordPackages } from './build-data/common-passwords.ts'
import { packageVersion } from './build-data/sources.ts'
import { buildVerses, versePackages } from './build-data/verses.ts'
import { buildZips, zipPackages } from './build-data/zips.ts'

/** Returns a text that identifies a build of the data: the hash of the scripts, and the versions of the packages that they read. */
function stampOf(packages: readonly string[]): string {
  const recipe = createHash('sha256')
  const folder = new URL('build-data/', import.meta.url)
  for (const file of readdirSync(folder).toSorted()) {
    if (!file.endsWith('.test.ts')) recipe.update(readFileSync(new URL(file, folder)))
  }
  return [...packages.map(packageVersion), `recipe ${recipe.digest('hex').slice(0, 12)}`].join(', ')
}

const files = [
  { path: 'server/places/zips.generated.json', packages: zipPackages, build: buildZips },
  { path: 'server/verse/verses.generated.json', packages: versePackages, build: buildVerses },
  {
    path: 'server/identity/common-passwords.generated.json',
    packages: passwordPackages,
    build: buildCommonPasswords,
  },
]

/** Writes a file atomically, unless it already has the current stamp. Returns whether it has written the file. */
function writeIfOutdated({ path, packages, build }: (typeof files)[number]): boolean {
  const file = fileURLToPath(new URL(`../${path}`, import.meta.url))
  const builtFrom = stampOf(packages)
  const opening = JSON.stringify({ builtFrom }).slice(0, -1)
  if (existsSync(file) && readFileSync(file, 'utf8').startsWith(opening)) return false
  const draft = `${file}.${process.pid}.tmp`
  writeFileSync(draft, JSON.stringify({ builtFrom, ...build() }))
  renameSync(draft, file)
  return true
}

/**
 * Writes the generated files (ZIPs, verses, common passwords) if their packages or scripts have changed. Returns the paths of the written
 * files, relative to the repository. Takes about two seconds if it writes the ZIPs. Throws UnwritableRepositoryError.
 */
export function buildData(): string[] {
  try {
    return files.filter(writeIfOutdated).map(({ path }) => path)
  } catch (error) {
    throw explainUnwritableRepository(error)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const file of buildData()) console.log(`wrote ${file}`)
}
