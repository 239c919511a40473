import type { Stats } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { foldersIn } from '../../server/database/embedded/data-folders.ts'
import { replacedDatabasePrefix } from '../../server/database/embedded/interrupted-restore.ts'
import { stagingFoldersIn } from '../../server/database/embedded/restore-staging.ts'
import { deletionListName } from '../../server/identity/deletion-list.ts'
import { lettersFolder, lettersFolderName } from '../../server/letters/eml-files.ts'
import { backupsFolderName, findUnwritableData } from '../../server/writable-data-folder.ts'
import { type Check, type CheckResult, failed, ok, warning } from './check.ts'

/** The permission bits `rwx` of group and others. */
const anyAccessBits = 0o077
/** The permission bits `rw` of group and others. On a folder, `x` alone only gives access to known paths inside it. */
const readOrWriteBits = 0o066

/** Checks that DATA_DIR and the folders in it are private and writable, and belong to the user that runs Minbar. */
export const checkDataFolder: Check = async ({ config: { dataDir } }) => {
  if (process.platform === 'win32') return ok('The permissions of DATA_DIR are not checked on Windows.')
  const unwritable = await findUnwritableData(dataDir, [
    lettersFolderName,
    deletionListName,
    backupsFolderName,
  ])
  const own = await statIfExists(dataDir)
  if (own === undefined && unwritable !== undefined) return failed(unwritable)
  if (own === undefined) return ok(`${dataDir} does not exist yet; Minbar creates it when needed.`)
  const { uid } = own
  const user = process.getuid?.() ?? uid
  const findings: CheckResult[] = []
  if ((own.mode & readOrWriteBits) !== 0) {
    findings.push(warning(`Other users of this machine can read ${dataDir}: chmod go-rw ${dataDir}`))
  }
  if (unwritable !== undefined) findings.push(failed(unwritable))
  else if (user !== 0 && user !== uid) {
    findings.push(
      failed(`${dataDir} belongs to another user: run this command as the user that runs Minbar.`),
    )
  }
  const folders = [
    foldersIn(dataDir).postgresFolder,
    lettersFolder(dataDir),
    join(dataDir, backupsFolderName),
  ]
  for (const folder of folders) {
    const inside = await statIfExists(folder)
    if (inside === undefined) continue
    if ((inside.mode & anyAccessBits) !== 0) {
      findings.push(failed(`Other users of this machine may enter ${folder}: chmod 700 ${folder}`))
    }
    // If root starts Minbar, the folder of PostgreSQL belongs to an unprivileged user.
    if (inside.uid !== uid && uid !== 0) {
      findings.push(
        failed(
          `${folder} and ${dataDir} belong to different users: give both to the user that runs Minbar (chown -R).`,
        ),
      )
    }
  }
  findings.push(...(await findRestoreLeftovers(dataDir)))
  return findings.length > 0 ? findings : ok(`${dataDir} is private to its user.`)
}

/** Finds the folders that restores leave behind. They contain personal data, and nothing deletes them automatically. */
async function findRestoreLeftovers(dataDir: string): Promise<CheckResult[]> {
  const names = await readdir(dataDir).catch(() => [])
  const asides = names
    .filter((name) => name.startsWith(replacedDatabasePrefix))
    .map((name) => join(dataDir, name))
  const drafts = await stagingFoldersIn(dataDir).catch(() => [])
  return [
    ...asides.map((path) =>
      warning(`${path} is the database from before a restore: delete it when you no longer need it.`),
    ),
    ...drafts.map((path) =>
      warning(`${path} was left by an interrupted restore: delete it, unless a restore is running.`),
    ),
  ]
}

function statIfExists(folder: string): Promise<Stats | undefined> {
  return stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (['ENOENT', 'EACCES'].includes(error.code ?? '')) return undefined
    throw error
  })
}
