import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildCommonPasswords, PASSWORD_PACKAGES } from './build-data/common-passwords.ts'
import { packageVersion } from './build-data/sources.ts'
import { buildVerses, VERSE_PACKAGES } from './build-data/verses.ts'
import { buildZips, ZIP_PACKAGES } from './build-data/zips.ts'

/** Identifies a build of the data by the hash of the scripts and the versions of the packages that it reads. */
function stampOf(packages: readonly string[]): string {
  const recipe = createHash('sha256')
  const folder = new URL('build-data/', import.meta.url)
  for (const file of readdirSync(folder).toSorted()) {
    if (!file.endsWith('.test.ts')) recipe.update(readFileSync(new URL(file, folder)))
  }
  return [...packages.map(packageVersion), `recipe ${recipe.digest('hex').slice(0, 12)}`].join(', ')
}

/** Writes the file atomically, unless it already has the current stamp. Returns whether it was written. */
function writeOnce(file: URL, packages: readonly string[], build: () => object): boolean {
  const builtFrom = stampOf(packages)
  const opening = JSON.stringify({ builtFrom }).slice(0, -1)
  if (existsSync(file) && readFileSync(file, 'utf8').startsWith(opening)) return false
  const draft = `${fileURLToPath(file)}.${process.pid}.tmp`
  writeFileSync(draft, JSON.stringify({ builtFrom, ...build() }))
  renameSync(draft, file)
  return true
}

/**
 * Writes the generated files (ZIPs, verses, common passwords) whose packages or scripts have changed. Returns the paths of
 * the written files, relative to the repository. Takes about two seconds if the ZIPs are written.
 */
export function buildData(): string[] {
  const places = 'server/places/zips.generated.json'
  const verses = 'server/verse/verses.generated.json'
  const passwords = 'server/identity/common-passwords.generated.json'
  const root = new URL('../', import.meta.url)
  return [
    ...(writeOnce(new URL(places, root), ZIP_PACKAGES, buildZips) ? [places] : []),
    ...(writeOnce(new URL(verses, root), VERSE_PACKAGES, buildVerses) ? [verses] : []),
    ...(writeOnce(new URL(passwords, root), PASSWORD_PACKAGES, buildCommonPasswords) ? [passwords] : []),
  ]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const file of buildData()) console.log(`wrote ${file}`)
}
