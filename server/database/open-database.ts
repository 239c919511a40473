import { stat } from 'node:fs/promises'
import type { Log } from '../log.ts'
import type { Database, OnStatement, PoolerMode } from './database.ts'
import { foldersIn, UnusableFolderError } from './embedded/data-folders.ts'
import { refuseInterruptedRestore } from './embedded/interrupted-restore.ts'
import { openEmbeddedDatabase } from './embedded/open-embedded.ts'
import { urlOfRunningServer } from './embedded/running-server-url.ts'
import { openPostgres } from './postgres.ts'

/** The database settings, which `server/config.ts` explains. */
interface DatabaseConfig {
  readonly databaseUrl: string | null
  readonly databaseConnections: number
  readonly databasePooler: PoolerMode
  readonly dataDir: string
  readonly openCopy: boolean
}

/**
 * Opens the configured database: the PostgreSQL at `databaseUrl`, or else the embedded PostgreSQL in `dataDir`, which this function starts.
 * `onStatement` is called after each statement.
 */
export async function openDatabase(
  config: DatabaseConfig,
  log: Log,
  onStatement?: OnStatement,
): Promise<Database> {
  const { databaseUrl, databaseConnections: connections, databasePooler: pooler, dataDir, openCopy } = config
  if (databaseUrl !== null) return openPostgres(databaseUrl, connections, { pooler, log, onStatement })
  const embedded = await openEmbeddedDatabase({ dataDir, openCopy, connections, log })
  const database = openPostgres(embedded.url, connections, { log, onStatement })
  return {
    ...database,
    async close() {
      await database.close()
      await embedded.close()
    },
  }
}

/**
 * Like `openDatabase`, but for a command-line tool: if a server runs on the data folder, connects to the PostgreSQL of that server. Never
 * creates a database: rejects with UnusableFolderError if there is no embedded database.
 */
export async function openDatabaseForTool(config: DatabaseConfig, log: Log): Promise<Database> {
  if (config.databaseUrl === null) await refuseMissingDatabase(config.dataDir)
  const running = config.databaseUrl === null ? await urlOfRunningServer(config.dataDir) : undefined
  return running === undefined
    ? openDatabase(config, log)
    : openPostgres(running, config.databaseConnections, { log })
}

async function refuseMissingDatabase(dataDir: string): Promise<void> {
  try {
    await stat(foldersIn(dataDir).cluster)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EACCES') {
      throw new UnusableFolderError(
        `This user may not read ${dataDir}: run this command as the user that runs Minbar.`,
      )
    }
    await refuseInterruptedRestore(dataDir)
    throw new UnusableFolderError(`There is no database in ${dataDir}: set DATABASE_URL or DATA_DIR.`)
  }
}
