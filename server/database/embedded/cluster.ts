import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Installation, makePostgresFolder, passwordFileIn, UnusableFolderError, writePrivateFile } from './data-folders.ts'
import { readPassword } from './password.ts'
import { NoPostgresError } from './programs.ts'
import { syncFolder } from './sync-folder.ts'

/** PostgreSQL's superuser in a cluster of ours. */
export const superuser = 'minbar'

const builtinLocalesSince = 17

const unfinished = 'data.new-'

/**
 * The environment of PostgreSQL's programs. PG* variables of the caller would reach into the cluster, so it has none of them.
 */
export const programEnvironment = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }

/**
 * Makes the cluster if it isn't there, and gives its superuser's password. It grows under another name and is renamed when
 * it is complete, so that a start that was cut short leaves nothing that looks like a database.
 */
export async function ensureCluster(installation: Installation): Promise<string> {
  const { folder, cluster, user } = installation
  for (const name of await readdir(folder)) {
    if (name.startsWith(unfinished)) await rm(join(folder, name), { recursive: true, force: true })
  }
  const passwordFile = passwordFileIn(folder)
  if (!existsSync(cluster)) {
    await writePrivateFile(passwordFile, randomBytes(24).toString('base64url'), user)
    const draft = await makePostgresFolder(join(folder, unfinished), user)
    await initialise(installation, draft, passwordFile)
    await rename(draft, cluster)
    await syncFolder(dirname(cluster))
  }
  return readPassword(folder)
}

/** Whether PostgreSQL's own folder is missing, or has nothing but what `ensureCluster` leaves when it is cut short. */
export function isMissingOrUnfinished(folder: string): boolean {
  if (!existsSync(folder)) return true
  const left = (name: string) => name.startsWith(unfinished) || name === basename(passwordFileIn(folder))
  return readdirSync(folder).every(left)
}

async function initialise({ programs, user }: Installation, folder: string, passwordFile: string): Promise<void> {
  const options = {
    pgdata: folder,
    username: superuser,
    pwfile: passwordFile,
    auth: 'scram-sha-256',
    encoding: 'UTF8',
    // PostgreSQL's own collation: the same order on every platform, whatever the C library is or becomes.
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
  const [said] = await Promise.all([text(child.stderr), ended])
  if (child.exitCode === 0) return
  throw new UnusableFolderError(
    `PostgreSQL could not make a database in ${folder}: ${said.trim().replaceAll(/\s+/gu, ' ')}`,
  )
}
