import { existsSync } from 'node:fs'
import { chmod, lchown, lstat, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { makeFolder } from '../../make-folder.ts'
import { OperatorError } from '../../operator-error.ts'
import { findPrograms, type PostgresPrograms } from './programs.ts'
import { firstInaccessibleFolder, isRoot, postgresUser, type SystemUser } from './system-user.ts'

/** The folder of the embedded database cannot be used. The message is one sentence that tells the operator what to do. */
export class UnusableFolderError extends OperatorError {}

/** The folders of an embedded database, and the programs and the user that run it. */
export interface Installation {
  /** The operator's data folder (DATA_DIR), absolute. */
  readonly dataFolder: string
  /** PostgreSQL's folder in `dataFolder`: mode 0700, owned by `user`. */
  readonly postgresFolder: string
  /** The cluster's folder (PGDATA) in `postgresFolder`. */
  readonly cluster: string
  readonly programs: PostgresPrograms
  /** The user that PostgreSQL runs as; undefined means the user of this process. */
  readonly user: SystemUser | undefined
}

/** Returns the paths of the embedded database's folders, which may not exist. */
export function foldersIn(dataDir: string): Pick<Installation, 'dataFolder' | 'postgresFolder' | 'cluster'> {
  const dataFolder = resolve(dataDir)
  const postgresFolder = join(dataFolder, 'postgres')
  return { dataFolder, postgresFolder, cluster: join(postgresFolder, 'data') }
}

/** Returns the path of the file with the superuser's password, in PostgreSQL's folder. */
export function passwordFileIn(postgresFolder: string): string {
  return join(postgresFolder, 'password')
}

/** Whether the data folder (DATA_DIR) has an embedded database. */
export function hasCluster(dataDir: string): boolean {
  return existsSync(foldersIn(dataDir).cluster)
}

/**
 * Creates the data folder if it does not exist. Resolves with the user to run PostgreSQL as; undefined means the user of this process. If
 * this process runs as root, PostgreSQL runs as the owner of its own folder, or else of the data folder, so that the owner can later start
 * a server on the data folder. If root owns both folders, PostgreSQL runs as an unprivileged user (see `postgresUser`). Rejects with
 * UnusableFolderError, or with the system's error if the folder cannot be created.
 */
export async function prepareDataFolder(dataDir: string): Promise<SystemUser | undefined> {
  const { dataFolder, postgresFolder, cluster } = foldersIn(dataDir)
  await makeFolder(dataFolder, isRoot() ? 0o711 : 0o700)
  if (existsSync(join(dataFolder, 'cluster', 'PG_VERSION'))) throw oldEngineError(dataFolder)
  if (!isRoot()) return undefined
  for (const path of [postgresFolder, cluster]) await refuseForeignSymlink(path)
  const user = postgresUser((await ownerOf(postgresFolder)) || (await ownerOf(dataFolder)))
  if (user !== undefined) await allowTraversal(dataFolder, user)
  return user
}

/**
 * Creates the embedded database's folder if it does not exist. Rejects with UnusableFolderError or NoPostgresError, or with the
 * system's error if the folder cannot be created.
 */
export async function prepareInstallation(dataDir: string): Promise<Installation> {
  const { dataFolder, postgresFolder, cluster } = foldersIn(dataDir)
  const user = await prepareDataFolder(dataDir)
  const programs = await findPrograms(dataFolder, user)
  await makeFolder(postgresFolder, 0o700)
  // Root may have created the folder (now, or in an interrupted start) or the target of its symbolic link.
  if ((await ownerOf(postgresFolder)) === 0) await giveToUser(await realpath(postgresFolder), user)
  await refuseOtherVersion(cluster, programs.major)
  return { dataFolder, postgresFolder, cluster, programs, user }
}

/** Resolves with the user id of the owner of a file or folder (or of a symbolic link's target); undefined if it does not exist. */
async function ownerOf(path: string): Promise<number | undefined> {
  return existsSync(path) ? (await stat(path)).uid : undefined
}

/**
 * Security: root writes into these folders and changes their owner. With a symbolic link, another user could make root write into any
 * folder and change its owner.
 */
async function refuseForeignSymlink(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined)
  if (found?.isSymbolicLink() !== true || found.uid === 0) return
  throw new UnusableFolderError(
    `${path} is a symbolic link that another user made, which root does not follow: put the folder itself there, or make the link as root.`,
  )
}

function oldEngineError(dataFolder: string): UnusableFolderError {
  return new UnusableFolderError(
    `${join(dataFolder, 'cluster')} was written by the database engine of an earlier Minbar, which this version cannot read: ` +
      'start that version again, or move the folder away to begin with an empty database.',
  )
}

/** Lets PostgreSQL's user enter the data folder. Only the folders inside it are private. */
async function allowTraversal(dataFolder: string, user: SystemUser): Promise<void> {
  if ((await firstInaccessibleFolder(dataFolder, user)) === undefined) return
  const { mode } = await stat(dataFolder)
  await chmod(dataFolder, mode | 0o011)
  const blocked = await firstInaccessibleFolder(dataFolder, user)
  if (blocked === undefined) return
  throw new UnusableFolderError(
    `PostgreSQL doesn't run as root, and the user ${user.name}, which it uses instead, may not enter ${blocked}: ` +
      'set DATA_DIR to a folder that this user can reach, such as /var/lib/minbar.',
  )
}

/** A PostgreSQL server can only read files of its own major version. */
async function refuseOtherVersion(cluster: string, major: number): Promise<void> {
  const file = join(cluster, 'PG_VERSION')
  if (!existsSync(file)) return
  const written = (await readFile(file, 'utf8')).trim()
  if (written === String(major)) return
  throw new UnusableFolderError(
    `The database in ${cluster} was written by PostgreSQL ${written}, and this Minbar has PostgreSQL ${major}: ` +
      'run npm run backup with the Minbar that wrote it, then npm run restore -- FILE --put-aside with this one.',
  )
}

/** Makes PostgreSQL's user the owner of a file or folder. Never follows a symbolic link. */
async function giveToUser(path: string, user: SystemUser | undefined): Promise<void> {
  if (user !== undefined) await lchown(path, user.uid, user.gid)
}

/** Creates an empty folder with a random name that begins with `prefix`, owned by PostgreSQL's user. */
export async function makePostgresFolder(prefix: string, user: SystemUser | undefined): Promise<string> {
  const folder = await mkdtemp(prefix)
  await giveToUser(folder, user)
  return folder
}

/** Writes or replaces a file that only PostgreSQL's user and this process may read. */
export async function writePrivateFile(
  path: string,
  text: string,
  user: SystemUser | undefined,
): Promise<void> {
  await rm(path, { force: true })
  // Security: PostgreSQL's user may have put a symbolic link at `path` since `rm`. With `wx`, the write does not follow the link, and
  // fails.
  await writeFile(path, text, { mode: 0o600, flush: true, flag: 'wx' })
  await giveToUser(path, user)
}

/**
 * A Unix socket's path, with a final NUL, may have at most 104 bytes on macOS and 108 on Linux. The folder's path must leave room for the
 * socket's file name.
 */
const maxSocketFolderLength = 103 - '/.s.PGSQL.65535'.length

/**
 * Resolves with the folder for PostgreSQL's Unix socket: PostgreSQL's folder, or a private temporary one if the path of PostgreSQL's folder
 * is too long.
 */
export async function prepareSocketFolder({ postgresFolder, user }: Installation): Promise<string> {
  if (Buffer.byteLength(postgresFolder) <= maxSocketFolderLength) return postgresFolder
  return makePostgresFolder(join(tmpdir(), 'minbar-socket-'), user)
}
