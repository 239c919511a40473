import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { wasShutDown } from './control-file.ts'
import { type Installation, UnusableFolderError, writePrivateFile } from './data-folders.ts'
import { readPostmasterFile } from './postmaster-file.ts'
import { syncFolder } from './sync-folder.ts'

/** A file in the cluster that records the inode numbers of the cluster. A copy of the cluster contains the original's record. */
const recordName = 'minbar-files'

/** Files and folders that PostgreSQL never replaces. */
const permanentPaths = ['.', 'global/pg_control', 'base', 'pg_wal']

/**
 * Resolves with the inode numbers of the cluster's permanent files. The numbers survive a rename, a crash, a reboot and a disk snapshot,
 * but a copy has different ones. Device numbers are left out, because on some file systems they change at each boot.
 */
async function inodesOf(cluster: string): Promise<string> {
  const inodes = permanentPaths.map(async (name) => {
    const path = join(cluster, name)
    return existsSync(path) ? (await stat(path, { bigint: true })).ino : 'none'
  })
  return (await Promise.all(inodes)).join(' ')
}

async function readRecord(cluster: string): Promise<string | undefined> {
  const file = join(cluster, recordName)
  return existsSync(file) ? readFile(file, 'utf8') : undefined
}

/**
 * Whether a cluster is a hot copy: one that was copied while its server ran. Its files are from different moments, so committed
 * changes may be missing. False for the original, running or crashed, and for a copy of a stopped cluster.
 */
export async function isHotCopy(cluster: string): Promise<boolean> {
  if (!existsSync(cluster)) return false
  const record = await readRecord(cluster)
  if (record === undefined || record === (await inodesOf(cluster))) return false
  return existsSync(join(cluster, 'postmaster.pid')) || !(await wasShutDown(cluster))
}

/** Rejects with UnusableFolderError if the cluster is a hot copy. Changes nothing. */
export async function refuseHotCopy({
  dataFolder,
  cluster,
}: Pick<Installation, 'dataFolder' | 'cluster'>): Promise<void> {
  if (!(await isHotCopy(cluster))) return
  throw new UnusableFolderError(
    `The database in ${dataFolder} is a copy of one that was not shut down, so changes that people made may be missing from it: ` +
      'restore a file of npm run backup with npm run restore, or start once with OPEN_COPY=yes to rescue its data.',
  )
}

/** Prepares a hot copy so that PostgreSQL recovers what it can, as after a crash. Resolves with whether the cluster was a hot copy. */
export async function adoptHotCopy(installation: Installation): Promise<boolean> {
  const { cluster, postgresFolder } = installation
  if (!(await isHotCopy(cluster))) return false
  const file = await readPostmasterFile(cluster)
  // postmaster.pid belongs to the original's server. With this file, the start would connect to that server, and perhaps stop it.
  if (file !== undefined && file.cluster !== cluster) {
    const socket = join(postgresFolder, `.s.PGSQL.${file.port}`)
    for (const path of [join(cluster, 'postmaster.pid'), socket, `${socket}.lock`]) {
      await rm(path, { force: true })
    }
  }
  await recordInodes(installation)
  return true
}

/** Records the cluster's inode numbers, by which `isHotCopy` recognizes a copy. */
export async function recordInodes({ cluster, user }: Installation): Promise<void> {
  const inodes = await inodesOf(cluster)
  if ((await readRecord(cluster)) === inodes) return
  const draft = join(cluster, `${recordName}.${randomUUID()}`)
  await writePrivateFile(draft, inodes, user)
  await rename(draft, join(cluster, recordName))
  await syncFolder(cluster)
}
