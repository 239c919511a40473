import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { wasShutDown } from './control-file.ts'
import { type Installation, UnusableFolderError, writePrivateFile } from './data-folders.ts'
import { readPostmasterFile } from './postmaster-file.ts'
import { syncFolder } from './sync-folder.ts'

/** The file in the cluster that says which files it consists of; a copy takes it along. */
const recordName = 'minbar-files'

/** What PostgreSQL never replaces: it writes these folders' entries and this file in place. */
const lasting = ['.', 'global/pg_control', 'base', 'pg_wal']

/**
 * The inode numbers of the cluster's lasting files. They survive a rename, a crash, a reboot and a snapshot of the disk, and a
 * copy has others. Device numbers are left out: those of some file systems differ after each boot.
 */
async function filesOf(cluster: string): Promise<string> {
  const inodes = lasting.map(async (name) => {
    const path = join(cluster, name)
    return existsSync(path) ? (await stat(path, { bigint: true })).ino : 'none'
  })
  return (await Promise.all(inodes)).join(' ')
}

async function recordIn(cluster: string): Promise<string | undefined> {
  const file = join(cluster, recordName)
  return existsSync(file) ? readFile(file, 'utf8') : undefined
}

/**
 * Whether a cluster is a copy that was made while its server ran. Such a copy has files of different moments, so committed
 * changes may be missing from it. The cluster of a server that runs or crashed is none, nor is a copy of a stopped one.
 */
export async function isHotCopy(cluster: string): Promise<boolean> {
  if (!existsSync(cluster)) return false
  const record = await recordIn(cluster)
  if (record === undefined || record === (await filesOf(cluster))) return false
  return existsSync(join(cluster, 'postmaster.pid')) || !(await wasShutDown(cluster))
}

/** What an operator reads of such a copy: one sentence that says what to do. */
function hotCopyMessage(directory: string): string {
  return (
    `The database in ${directory} is a copy of one that was not shut down, so changes that people made may be missing from it: ` +
    'restore a file of npm run backup with npm run restore, or start once with OPEN_COPY=yes to rescue what is there.'
  )
}

/** Rejects with UnusableFolderError where the cluster is a copy that was made while its server ran. It changes nothing. */
export async function refuseHotCopy({
  directory,
  cluster,
}: Pick<Installation, 'directory' | 'cluster'>): Promise<void> {
  if (await isHotCopy(cluster)) throw new UnusableFolderError(hotCopyMessage(directory))
}

/**
 * Lets PostgreSQL recover what it can of a copy that was made while its server ran, as if it had crashed. Tells whether the
 * cluster is such a copy.
 */
export async function adoptHotCopy(installation: Installation): Promise<boolean> {
  const { cluster, folder } = installation
  if (!(await isHotCopy(cluster))) return false
  const file = await readPostmasterFile(cluster)
  // It names the server of the original, which must be neither asked nor stopped.
  if (file !== undefined && file.cluster !== cluster) {
    const socket = join(folder, `.s.PGSQL.${file.port}`)
    for (const path of [join(cluster, 'postmaster.pid'), socket, `${socket}.lock`]) {
      await rm(path, { force: true })
    }
  }
  await recordFiles(installation)
  return true
}

/** Writes down which files the cluster consists of, unless that is already written there. */
export async function recordFiles({ cluster, user }: Installation): Promise<void> {
  const files = await filesOf(cluster)
  if ((await recordIn(cluster)) === files) return
  const draft = join(cluster, `${recordName}.${randomUUID()}`)
  await writePrivateFile(draft, files, user)
  await rename(draft, join(cluster, recordName))
  await syncFolder(cluster)
}
