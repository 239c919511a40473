import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fullDiskAdvice } from '../../writable-data-folder.ts'
import {
  type Installation,
  makePostgresFolder,
  passwordFileIn,
  UnusableFolderError,
  writePrivateFile,
} from './data-folders.ts'
import { readPassword } from './password.ts'
import { NoPostgresError } from './programs.ts'
import { syncFolder } from './sync-folder.ts'

/** The name of PostgreSQL's superuser in an embedded cluster. */
export const superuser = 'minbar'

const builtinLocalesSince = 17

const unfinishedPrefix = 'data.new-'

/** The environment of PostgreSQL's programs. It leaves out the PG* variables of this process, which would change PostgreSQL's settings. */
export const programEnvironment = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }

/**
 * Whether the output of one of PostgreSQL's programs says that the disk is full. If a container has too little shared memory, or the
 * machine has no more semaphores, PostgreSQL reports the same error, but free space on the disk does not help.
 */
export function isAboutFullDisk(lines: readonly string[]): boolean {
  return lines.some(
    (line) =>
      /No space left on device|Disk quota exceeded/u.test(line) && !/shared memory|semaphore/u.test(line),
  )
}

/**
 * Creates the cluster if it does not exist, and resolves with the superuser's password. The cluster is created under a temporary
 * name and renamed when it is complete, so an interrupted start leaves nothing that looks like a database.
 */
export async function ensureCluster(installation: Installation): Promise<string> {
  const { postgresFolder, cluster, user } = installation
  for (const name of await readdir(postgresFolder)) {
    if (name.startsWith(unfinishedPrefix))
      await rm(join(postgresFolder, name), { recursive: true, force: true })
  }
  const passwordFile = passwordFileIn(postgresFolder)
  if (!existsSync(cluster)) {
    await writePrivateFile(passwordFile, randomBytes(24).toString('base64url'), user)
    const draft = await makePostgresFolder(join(postgresFolder, unfinishedPrefix), user)
    await initialize(installation, draft, passwordFile)
    await rename(draft, cluster)
    await syncFolder(dirname(cluster))
  }
  return readPassword(postgresFolder)
}

/** Whether PostgreSQL's folder is missing, or contains only what an interrupted `ensureCluster` leaves. */
export function isMissingOrUnfinished(postgresFolder: string): boolean {
  if (!existsSync(postgresFolder)) return true
  const isRemnant = (name: string) =>
    name.startsWith(unfinishedPrefix) || name === basename(passwordFileIn(postgresFolder))
  return readdirSync(postgresFolder).every(isRemnant)
}

async function initialize(
  { dataFolder, programs, user }: Installation,
  folder: string,
  passwordFile: string,
): Promise<void> {
  const options = {
    pgdata: folder,
    username: superuser,
    pwfile: passwordFile,
    auth: 'scram-sha-256',
    encoding: 'UTF8',
    // PostgreSQL's own collation sorts the same on every platform and with every version of the C library.
    ...(programs.major >= builtinLocalesSince
      ? { 'locale-provider': 'builtin', 'builtin-locale': 'C.UTF-8', locale: 'C' }
      : { locale: 'C.UTF-8' }),
  }
  const flags = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
  const child = spawn(join(programs.bin, 'initdb'), [...flags, '--no-instructions'], {
    ...user,
    env: programEnvironment,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'close').catch((error: unknown) => {
    throw new NoPostgresError('The PostgreSQL that npm installed does not run on this machine.', error)
  })
  const [output] = await Promise.all([text(child.stderr), ended])
  if (child.exitCode === 0) return
  if (isAboutFullDisk(output.split('\n'))) throw new UnusableFolderError(fullDiskAdvice(dataFolder))
  throw new UnusableFolderError(
    `PostgreSQL could not make a database in ${folder}: ${output.trim().replaceAll(/\s+/gu, ' ')}`,
  )
}
