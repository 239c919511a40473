import { existsSync } from 'node:fs'
import {
  chmod,
  lchown,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { findPrograms, type PostgresPrograms } from './programs.ts'
import { firstInaccessibleFolder, isRoot, postgresUser, type SystemUser } from './system-user.ts'

/** The folder of the embedded database cannot be used; the message is one sentence that says what to do. */
export class UnusableFolderError extends Error {
  override readonly name = 'UnusableFolderError'
}

/** Where the embedded database lives, and what runs it. */
export interface Installation {
  /** The operator's folder (DATA_DIR), absolute. */
  readonly directory: string
  /** PostgreSQL's own folder in it: mode 0700, owned by `user`. */
  readonly folder: string
  /** The cluster's folder in that. */
  readonly cluster: string
  readonly programs: PostgresPrograms
  /** The user that PostgreSQL runs as; undefined for the user of this process. */
  readonly user: SystemUser | undefined
}

/** The folders of the embedded database in the operator's folder; they may not be there. */
export function foldersIn(dataDir: string): Pick<Installation, 'directory' | 'folder' | 'cluster'> {
  const directory = resolve(dataDir)
  const folder = join(directory, 'postgres')
  return { directory, folder, cluster: join(folder, 'data') }
}

/** The file of the superuser's password, in PostgreSQL's own folder. */
export function passwordFileIn(folder: string): string {
  return join(folder, 'password')
}

/** Whether the operator's folder (DATA_DIR) has an embedded database. */
export function hasCluster(dataDir: string): boolean {
  return existsSync(foldersIn(dataDir).cluster)
}

/**
 * Makes the operator's folder if it isn't there, and gives the user that PostgreSQL runs as in it; undefined for the user of this
 * process. For root that is the owner of what is there, so that the owner's own server can still use it. Rejects with
 * UnusableFolderError, or with the system's own error where the folder cannot be made.
 */
export async function prepareDirectory(dataDir: string): Promise<SystemUser | undefined> {
  const { directory, folder, cluster } = foldersIn(dataDir)
  await mkdir(directory, { recursive: true, mode: isRoot() ? 0o711 : 0o700 })
  if (existsSync(join(directory, 'cluster', 'PG_VERSION'))) throw oldEngine(directory)
  if (!isRoot()) return undefined
  for (const path of [folder, cluster]) await refuseForeignLink(path)
  const user = postgresUser((await ownerOf(folder)) || (await ownerOf(directory)))
  if (user !== undefined) await letThrough(directory, user)
  return user
}

/**
 * Makes the folder of the embedded database if it isn't there. Rejects with UnusableFolderError or NoPostgresError, or with
 * the system's own error where the folder cannot be made.
 */
export async function prepareInstallation(dataDir: string): Promise<Installation> {
  const { directory, folder, cluster } = foldersIn(dataDir)
  const user = await prepareDirectory(dataDir)
  const programs = await findPrograms(directory, user)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Made by root: just now, by a start that was cut short, or behind a link.
  if ((await ownerOf(folder)) === 0) await own(await behindLink(folder), user)
  await refuseOtherVersion(cluster, programs.major)
  return { directory, folder, cluster, programs, user }
}

/** The id of the user that something belongs to, behind a link too; undefined where there is nothing. */
async function ownerOf(path: string): Promise<number | undefined> {
  return existsSync(path) ? (await stat(path)).uid : undefined
}

async function behindLink(path: string): Promise<string> {
  return (await lstat(path)).isSymbolicLink() ? realpath(path) : path
}

/** Root writes and gives away what is in these folders: a link by which another user leads it elsewhere would give that away. */
async function refuseForeignLink(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined)
  if (found?.isSymbolicLink() !== true || found.uid === 0) return
  throw new UnusableFolderError(
    `${path} is a link that another user made, which root does not follow: put the folder itself there, or make the link as root.`,
  )
}

function oldEngine(directory: string): UnusableFolderError {
  return new UnusableFolderError(
    `${join(directory, 'cluster')} was written by the engine of an earlier Minbar, which this one cannot read: ` +
      'start that version again, or move the folder away to begin with an empty database.',
  )
}

/** PostgreSQL's user has to pass through the operator's folder; only the folders inside it are private. */
async function letThrough(directory: string, user: SystemUser): Promise<void> {
  if ((await firstInaccessibleFolder(directory, user)) === undefined) return
  const { mode } = await stat(directory)
  await chmod(directory, mode | 0o011)
  const blocked = await firstInaccessibleFolder(directory, user)
  if (blocked === undefined) return
  throw new UnusableFolderError(
    `PostgreSQL doesn't run as root, and the user ${user.name}, whom it runs as instead, may not enter ${blocked}: ` +
      'set DATA_DIR to a folder that this user can reach, such as /var/lib/minbar.',
  )
}

/** PostgreSQL reads the files of its own major version only. */
async function refuseOtherVersion(cluster: string, major: number): Promise<void> {
  const file = join(cluster, 'PG_VERSION')
  if (!existsSync(file)) return
  const written = (await readFile(file, 'utf8')).trim()
  if (written === String(major)) return
  throw new UnusableFolderError(
    `The database in ${cluster} was written by PostgreSQL ${written}, and this Minbar brings PostgreSQL ${major}: ` +
      'run npm run backup with the Minbar that wrote it, then npm run restore -- FILE --put-aside with this one.',
  )
}

/** Gives a file or folder to the user that PostgreSQL runs as; never what a link in its place leads to. */
async function own(path: string, user: SystemUser | undefined): Promise<void> {
  if (user !== undefined) await lchown(path, user.uid, user.gid)
}

/** Makes an empty folder inside another one, owned by the user that PostgreSQL runs as. */
export async function makePostgresFolder(prefix: string, user: SystemUser | undefined): Promise<string> {
  const folder = await mkdtemp(prefix)
  await own(folder, user)
  return folder
}

/** Makes a new folder inside the operator's, for its owner. */
export async function makeOwnersFolder(directory: string, name: string): Promise<string> {
  const folder = join(directory, name)
  await mkdir(folder, { mode: 0o700 })
  if (isRoot()) {
    const { uid, gid } = await stat(directory)
    await lchown(folder, uid, gid)
  }
  return folder
}

/** Writes a new file, in place of one that is there, that only PostgreSQL's user and this process may read. */
export async function writePrivateFile(path: string, text: string, user: SystemUser | undefined): Promise<void> {
  await rm(path, { force: true })
  // `wx` follows no link, which PostgreSQL's user could have put there for root.
  await writeFile(path, text, { mode: 0o600, flush: true, flag: 'wx' })
  await own(path, user)
}

/** Bytes that the path of a Unix socket may have: 104 on macOS and 108 on Linux, less the name and a NUL. */
const socketFolderAtMost = 103 - '/.s.PGSQL.65535'.length

/** The folder for PostgreSQL's Unix socket: its own folder, or a private one in the temporary folder where that path is too long. */
export async function socketFolder({ folder, user }: Installation): Promise<string> {
  if (Buffer.byteLength(folder) <= socketFolderAtMost) return folder
  return makePostgresFolder(join(tmpdir(), 'minbar-socket-'), user)
}
