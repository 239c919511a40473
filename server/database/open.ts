import type { Config } from '../config.ts'
import { type Database, databaseOn } from './database.ts'
import { type Log, openEmbedded } from './embedded/open.ts'
import { openPostgres } from './postgres.ts'

/** Opens the database that the configuration names: PostgreSQL, or the embedded one in its folder. */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'databaseConnections' | 'dataDir'>,
  log: Log,
): Promise<Database> {
  if (config.databaseUrl === null) {
    const embedded = await openEmbedded({ directory: config.dataDir, log })
    return databaseOn(embedded.pool, () => embedded.close())
  }
  const pool = openPostgres(config.databaseUrl, config.databaseConnections)
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'))
  return databaseOn(pool, () => pool.end())
}
