import { basename } from 'node:path'
import { readConfig } from '../server/config.ts'
import { replaceEmbeddedDatabase } from '../server/database/embedded/replace-database.ts'
import { ageOfUnknownMigration, isKnownMigration } from '../server/database/migrate.ts'
import { writeSnapshot } from '../server/database/snapshot/write.ts'
import { type BackupContents, BackupFileError, countRows, readArchive } from './backup/read-archive.ts'
import { deletedAccounts } from './restore/deleted-accounts.ts'
import { helpText, type RestoreOptions, readOptions } from './restore/options.ts'
import { type ReconcileResult, reconcile } from './restore/reconcile.ts'
import { CommandError } from './terminal/command-error.ts'
import { commandLog } from './terminal/command-log.ts'
import { exitWhenStopped } from './terminal/exit-when-stopped.ts'
import { failWith } from './terminal/explain-error.ts'
import { startProgress } from './terminal/progress.ts'

/** What to tell the operator if the restore is interrupted now. Undefined after its end. */
let interruption: string | undefined =
  'The restore was interrupted, and its changes are undone: run it again.'
exitWhenStopped(() => interruption)

try {
  const options = readOptions(process.argv.slice(2))
  if (options === undefined) console.log(helpText)
  else await restore(options)
} catch (error) {
  failWith(error)
}

async function restore({ file, putAside, deletions }: RestoreOptions): Promise<void> {
  const { databaseUrl, dataDir } = readConfig(process.env)
  if (databaseUrl !== null && putAside) {
    throw new CommandError(
      '--put-aside is only for the embedded database. To restore into DATABASE_URL, create a new, empty database there.',
    )
  }
  const deleted = await deletedAccounts(dataDir, deletions)
  const contents = await verify(file)
  if (databaseUrl !== null) {
    const result = await fillDatabase(file, contents, databaseUrl, deleted, () => {
      // From here on, only the database knows whether the changes are committed.
      interruption =
        'The restore was interrupted at its end: run it again. If the database is then not empty, the restore was complete.'
    })
    interruption = undefined
    printReport(file, contents, result)
    return
  }
  const { result, putAside: aside } = await replaceEmbeddedDatabase(
    { dataDir, putAside, log: commandLog, onReplaced: () => void (interruption = undefined) },
    (url) => fillDatabase(file, contents, url, deleted),
  )
  printReport(file, contents, result)
  if (aside !== undefined) {
    console.log(`The earlier database is in ${aside}: delete it when you no longer need it.`)
  }
}

/** Reads the whole file, so that a damaged file is rejected before any change of the database. */
async function verify(file: string): Promise<BackupContents> {
  return readArchive(file, async ({ schema }) => {
    if (!(await isKnownMigration(schema))) {
      throw new BackupFileError(
        (await ageOfUnknownMigration(schema)) === 'newer'
          ? `The backup was made by a newer Minbar (its schema is ${schema}): restore it with that version or a newer one.`
          : `The backup was made by an older Minbar (its schema is ${schema}), which this version cannot upgrade: restore it with that version.`,
      )
    }
    return countRows
  })
}

/**
 * Fills the database from the file. Verifies the file again while it does so. If the file has changed, the transaction is rolled back.
 * @param onCommit is called before the commit
 */
function fillDatabase(
  file: string,
  { head }: BackupContents,
  url: string,
  deleted: readonly string[],
  onCommit = () => {},
): Promise<ReconcileResult> {
  const progress = startProgress('Tables', head.tables.length)
  return writeSnapshot(
    url,
    head,
    async (copyIn) => {
      await readArchive(file, async (found) => {
        if (found.takenAt !== head.takenAt)
          throw new BackupFileError(
            `${file} was replaced during the restore, so nothing was restored: run it again.`,
          )
        return async (table, rows) => {
          const count = await copyIn(table, rows)
          progress.step()
          return count
        }
      })
      progress.end()
    },
    async (tx) => {
      const result = await reconcile(tx, deleted, head.takenAt)
      onCommit()
      return result
    },
  )
}

function printReport(file: string, { head, rows }: BackupContents, reconciled: ReconcileResult): void {
  const { accountsDeletedAgain, sessionsEnded, lettersHeld, lettersGivenUp } = reconciled
  console.log(`${basename(file)} was restored: ${rows} rows, all data committed until ${head.takenAt}.`)
  console.log(`All sessions were ended (${sessionsEnded}). Links in earlier letters no longer give access.`)
  console.log(`Accounts deleted after the backup, now deleted again: ${accountsDeletedAgain}.`)
  if (lettersGivenUp > 0)
    console.log(`Letters not sent, because their links no longer work: ${lettersGivenUp}.`)
  if (lettersHeld > 0) {
    console.log(
      `Letters held, because they may have been sent after the backup: ${lettersHeld}. See npm run admin -- held-letters`,
    )
  }
}
