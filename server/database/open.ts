import type { Config } from '../config.ts'
import type { Database } from './database.ts'
import { type Log, openEmbedded, urlOfRunning } from './embedded/open.ts'
import { openPostgres } from './postgres.ts'

type DatabaseConfig = Pick<
  Config,
  'databaseUrl' | 'databaseConnections' | 'databasePooler' | 'dataDir' | 'openCopy'
>

/** Opens the database that the configuration names: PostgreSQL, or the embedded one in its folder, which is started. */
export async function openDatabase(config: DatabaseConfig, log: Log): Promise<Database> {
  const { databaseUrl, databaseConnections: connections, databasePooler: pooler, dataDir, openCopy } = config
  if (databaseUrl !== null) return openPostgres(databaseUrl, connections, { pooler, log })
  const embedded = await openEmbedded({ dataDir, openCopy, connections, log })
  const database = openPostgres(embedded.url, connections, { log })
  return {
    ...database,
    async close() {
      await database.close()
      await embedded.close()
    },
  }
}

/** Like `openDatabase`, for a tool: an embedded database that a server has open is used beside it. */
export async function openBeside(config: DatabaseConfig, log: Log): Promise<Database> {
  const running = config.databaseUrl === null ? await urlOfRunning(config.dataDir) : undefined
  return running === undefined
    ? openDatabase(config, log)
    : openPostgres(running, config.databaseConnections, { log })
}
