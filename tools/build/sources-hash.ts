import { createHash, type Hash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const rooms = ['contract', 'domain', 'server', 'web']

/** What else a build is made with: its tools, what is installed, the settings of compilers. */
const toolOrSetting = /^tools\/build|^package-lock\.json$|^tsconfig\.base\.json$|^lingui\.config\.ts$/u

/** Tests are not built, and generated data follows from the tools and the lock file, which are hashed. */
const besideTheBuild = /\.test\.tsx?$|\.generated\.json$|^tsconfig\.json$/u

/**
 * Names the state of the sources that a build depends on: 16 hexadecimal digits, the same on every machine.
 * It reads every file instead of trusting its date, since git and copying give old dates to new text.
 */
export function sourcesHash(repository: string): string {
  const hash = createHash('sha256')
  const tools = readdirSync(join(repository, 'tools')).map((name) => `tools/${name}`)
  const settings = [...readdirSync(repository), ...tools].filter((path) => toolOrSetting.test(path))
  for (const source of [...rooms, ...settings.toSorted()]) {
    if (!besideTheBuild.test(source)) addTo(hash, repository, source)
  }
  return hash.digest('hex').slice(0, 16)
}

function addTo(hash: Hash, repository: string, path: string): void {
  const place = join(repository, path)
  if (!statSync(place).isDirectory()) {
    const content = readFileSync(place)
    hash.update(`${path}\0${content.length}\0`).update(content)
    return
  }
  for (const name of readdirSync(place).toSorted()) {
    if (!besideTheBuild.test(name)) addTo(hash, repository, `${path}/${name}`)
  }
}
