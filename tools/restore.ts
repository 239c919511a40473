import { basename } from 'node:path'
import { readConfig } from '../server/config.ts'
import { replaceEmbedded } from '../server/database/embedded/replace-database.ts'
import { isKnownMigration } from '../server/database/migrate.ts'
import type { SnapshotHead } from '../server/database/snapshot/snapshot.ts'
import { writeSnapshot } from '../server/database/snapshot/write.ts'
import { type BackupContents, BackupFileError, countRows, readArchive } from './backup/read-archive.ts'
import { deletedAccounts } from './restore/deleted-accounts.ts'
import { helpText, type RestoreOptions, readOptions } from './restore/options.ts'
import { type Settled, settle } from './restore/reconcile.ts'
import { explainError } from './terminal/explain-error.ts'
import { type Progress, startProgress } from './terminal/progress.ts'
import { WrongCommand } from './terminal/wrong-command.ts'

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    console.error('The restore was interrupted: run it again. What it had not finished is undone.')
    process.exit(1)
  })
}

try {
  const options = readOptions(process.argv.slice(2))
  if (options === undefined) console.log(helpText)
  else await restore(options)
} catch (error) {
  console.error(explainError(error))
  process.exitCode = 1
}

async function restore({ file, putAside, deletions }: RestoreOptions): Promise<void> {
  const { databaseUrl, dataDir } = readConfig(process.env)
  if (databaseUrl !== null && putAside) {
    throw new WrongCommand('--put-aside is for the embedded database; DATABASE_URL must name an empty one.')
  }
  const deleted = await deletedAccounts(dataDir, deletions)
  const contents = await verify(file)
  const fill = (url: string) => fillFrom(file, contents, url, deleted)
  if (databaseUrl !== null) {
    tell(file, contents, await fill(databaseUrl))
    return
  }
  const log = { debug: () => {}, info: () => {}, warn: console.error, error: console.error }
  const { result, putAside: aside } = await replaceEmbedded({ dataDir, putAside, log }, fill)
  tell(file, contents, result)
  if (aside !== undefined) {
    console.log(`The earlier database is in ${aside}: delete it when you don't need it any more.`)
  }
}

/** Reads the file to its end, so that nothing is begun with one that is damaged. */
async function verify(file: string): Promise<BackupContents> {
  return readArchive(file, async ({ schema }) => {
    if (!(await isKnownMigration(schema))) {
      throw new BackupFileError(
        `The backup was made by a newer Minbar (its schema is ${schema}): restore it with that version, or one that is newer still.`,
      )
    }
    return countRows
  })
}

/** The file is verified again on the way: rows of one that was changed meanwhile are not committed. */
function fillFrom(
  file: string,
  { head }: BackupContents,
  url: string,
  deleted: readonly string[],
): Promise<Settled> {
  const progress: Progress = startProgress('Tables', head.tables.length)
  return writeSnapshot(
    url,
    head,
    async (copyIn) => {
      await readArchive(file, async (found: SnapshotHead) => {
        if (found.takenAt !== head.takenAt) throw new BackupFileError(`${file} was replaced meanwhile.`)
        return async (table, rows) => {
          const count = await copyIn(table, rows)
          progress.step()
          return count
        }
      })
      progress.end()
    },
    (tx) => settle(tx, deleted, head.takenAt),
  )
}

function tell(file: string, { head, rows }: BackupContents, settled: Settled): void {
  const { accountsDeletedAgain, sessionsEnded, lettersHeld, lettersGivenUp } = settled
  console.log(`${basename(file)} was restored: ${rows} rows, everything until ${head.takenAt}.`)
  console.log(`Everybody is signed out (sessions: ${sessionsEnded}), and links in letters have ended.`)
  console.log(`Accounts that were deleted since, and now again: ${accountsDeletedAgain}.`)
  if (lettersGivenUp > 0) console.log(`Letters given up, as their link has ended: ${lettersGivenUp}.`)
  if (lettersHeld > 0) {
    console.log(
      `Letters held, as they may have been sent since: ${lettersHeld}. See npm run admin -- held-letters`,
    )
  }
}
