import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Client } from 'pg'
import { type Config, readConfig } from '../server/config.ts'
import { MovedError, refuseMovedDatabase } from '../server/database/move-state.ts'
import { openDatabaseForTool } from '../server/database/open-database.ts'
import { readSnapshot } from '../server/database/snapshot/read.ts'
import { makeFolderIn } from '../server/make-folder.ts'
import { backupsFolderName, refuseUnwritableData } from '../server/writable-data-folder.ts'
import { writePrivateFile } from './backup/private-file.ts'
import { countRows, readArchive } from './backup/read-archive.ts'
import { writeArchive } from './backup/write-archive.ts'
import { CommandError, parseCommand } from './terminal/command-error.ts'
import { commandLog } from './terminal/command-log.ts'
import { explainError, failWith } from './terminal/explain-error.ts'
import { startProgress } from './terminal/progress.ts'

const helpText = `npm run backup [-- FILE] [--moved]

Writes the whole database into one file: the database that DATABASE_URL names, or the embedded one in
DATA_DIR. The server may be running or stopped. The file is always a new one that only you can read. Without
FILE it is DATA_DIR/backups/minbar-TIME.tar.gz; if FILE is a folder, it is minbar-TIME.tar.gz in that folder.
Restore it with npm run restore.

  --moved   also backs up a database that npm run move has closed. This is only for a new database that is
            lost: the file lacks all changes made since the move.`

const stopper = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // Not `once`: one Ctrl+C may arrive twice, from the terminal and from npm or sudo. The second signal would end the process before it has
  // deleted the unfinished file.
  process.on(signal, () =>
    stopper.abort(new CommandError('The backup was interrupted. No file was written.')),
  )
}

const args = process.argv.slice(2)
try {
  if (args.includes('--help')) console.log(helpText)
  else await backUp(readOptions(args))
} catch (error) {
  failWith(stopper.signal.aborted ? stopper.signal.reason : error)
}

/** Parses the command line. Throws CommandError. */
function readOptions(args: readonly string[]): {
  readonly file: string | undefined
  readonly moved: boolean
} {
  const { values, positionals } = parseCommand('backup', {
    args: [...args],
    allowPositionals: true,
    options: { moved: { type: 'boolean', default: false } },
  })
  const [file, ...more] = positionals
  if (more.length > 0) throw new CommandError('See npm run backup -- --help')
  return { file, moved: values.moved }
}

async function backUp({ file, moved }: ReturnType<typeof readOptions>): Promise<void> {
  const config = readConfig(process.env)
  const database = await openDatabaseForTool(config, commandLog)
  try {
    // Refuses a moved database, unless the operator uses --moved. Otherwise a timer with the old settings would back up the old data each
    // night, and report success.
    const isMoved = await refuseMovedDatabase(database.pool).then(
      () => false,
      (error: unknown) => {
        if (moved && error instanceof MovedError) return true
        throw error
      },
    )
    const takenAt = await backUpDatabase(database.url, await destinationOf(file, config))
    // The database that `npm run move` has left is read-only. It needs no time either: the doctor only checks that backups continue.
    if (!isMoved) await recordBackupTime(database.url, takenAt)
    console.log('Copy it to another machine: if this disk fails, the backup here is lost, too.')
  } finally {
    await database.close()
  }
}

interface Destination {
  readonly path: string
  /** If root writes the file, the file belongs to the owner of this folder. */
  readonly folderOfOwner?: string
}

/** Writes the file. Resolves with the time of its snapshot. */
async function backUpDatabase(url: string, { path, folderOfOwner }: Destination): Promise<string> {
  const { signal } = stopper
  let rows = 0
  let takenAt = ''
  await writePrivateFile(
    path,
    (into) =>
      readSnapshot(url, async (head, rowsOf) => {
        const progress = startProgress('Tables', head.tables.length)
        takenAt = head.takenAt
        rows = await writeArchive(into, head, rowsOf, { onTable: progress.step, signal })
        progress.end()
      }),
    // Verifies the draft by reading the whole file.
    async (draft) => void (await readArchive(draft, async () => countRows)),
    folderOfOwner,
  )
  const { size } = await stat(path)
  console.log(
    `${path}\n${rows} rows, ${(size / 1_000_000).toFixed(1)} MB: all data committed until ${takenAt}.`,
  )
  return takenAt
}

/**
 * Returns the path of the new file. Does not create the operator's folder: if a disk is not mounted, a new folder would hide that. A file
 * in another folder belongs to the user of this process, because the folder's owner may not be the operator.
 */
async function destinationOf(file: string | undefined, { dataDir }: Config): Promise<Destination> {
  const name = `minbar-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz`
  if (file === undefined) {
    await refuseUnwritableData(dataDir, [backupsFolderName])
    return { path: join(await makeFolderIn(dataDir, backupsFolderName), name), folderOfOwner: dataDir }
  }
  const path = resolve(file)
  const isFolder = file.endsWith('/') || (existsSync(path) && (await stat(path)).isDirectory())
  return { path: isFolder ? join(path, name) : path }
}

/**
 * Stores the time of the last backup in the database. Prints a warning if the database is read-only (such as a standby), has an older
 * schema or does not answer.
 */
async function recordBackupTime(url: string, takenAt: string): Promise<void> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    // Use `query_timeout` instead of `statement_timeout`, because poolers reject `statement_timeout` as a connection setting.
    query_timeout: 10_000,
    application_name: 'minbar backup',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    // A time in the future, from a wrong clock, is replaced.
    await client.query(
      'update upkeep set last_backup_at = greatest(case when last_backup_at <= now() then last_backup_at end, $1)',
      [takenAt],
    )
  } catch (error) {
    console.error(
      `The backup is complete, but its time could not be recorded in the database. ${explainError(error)}`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}
