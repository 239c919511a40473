import type { Config } from '../../server/config.ts'
import { openEmbeddedDatabase } from '../../server/database/embedded/open-embedded.ts'
import { databaseLabel, type NamedDatabase } from '../../server/database/move/connection.ts'
import { openDatabaseForTool } from '../../server/database/open-database.ts'
import { redeleteAccounts } from '../../server/identity/delete-account.ts'
import { withDatabase } from '../postgres/connections.ts'
import { commandLog } from '../terminal/command-log.ts'
import type { Target } from './options.ts'

/** The open source or target of a move. */
export interface OpenDatabase extends NamedDatabase {
  readonly close: () => Promise<void>
}

/** Opens the database of the settings, even while a server uses it. */
export async function openSource(config: Config): Promise<OpenDatabase> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl !== null)
    return { url: databaseUrl, name: databaseLabel(databaseUrl), close: async () => {} }
  const database = await openDatabaseForTool(config, commandLog)
  return { url: database.url, name: dataDir, close: () => database.close() }
}

/** Opens the target database. Creates an embedded database if it doesn't exist. */
export async function openTarget(target: Target): Promise<OpenDatabase> {
  if ('url' in target) return { url: target.url, name: databaseLabel(target.url), close: async () => {} }
  const embedded = await openEmbeddedDatabase({ dataDir: target.folder, connections: 10, log: commandLog })
  return { url: embedded.url, name: target.folder, close: () => embedded.close() }
}

/**
 * Deletes accounts in the database at `url`. An undo of a move uses it for the source, to delete the accounts that were deleted in the
 * target since the move. By default, the source's transactions are still read-only then.
 */
export async function deleteAccountsIn(url: string, uids: readonly string[]): Promise<void> {
  await withDatabase(url, ({ db }) => {
    const inTransaction = db.transaction().setAccessMode('read write')
    return inTransaction.execute((tx) => redeleteAccounts(tx, uids))
  })
}
