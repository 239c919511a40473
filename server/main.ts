import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { createApp } from './app.ts'
import { type Config, readConfig, WrongSetting } from './config.ts'
import { databaseOn } from './database/database.ts'
import { openEmbedded } from './database/embedded/open.ts'
import { migrate } from './database/migrate.ts'
import { openPostgres } from './database/postgres.ts'
import { startJobs } from './jobs.ts'
import { loadZipTable } from './places/zip-table.ts'

const config = settings()
const log = pino({ level: config.logLevel, base: null })
const database = await openDatabase(config)
await migrate(database.reader)

const page = fileURLToPath(new URL('../web', import.meta.url))
const server = await createApp({
  config,
  database,
  zips: loadZipTable(),
  log,
  pageFolder: existsSync(`${page}/index.html`) ? page : null,
  checkAnswers: false,
})
await server.listen({ port: config.port, host: config.host })
// The port is asked for only now: 0 lets the system choose one.
const bound = server.server.address()
const port = typeof bound === 'object' && bound !== null ? bound.port : config.port
const url = `http://${config.host === '127.0.0.1' ? 'localhost' : config.host}:${port}`
const jobs = startJobs({ config, database, log, publicUrl: config.publicUrl ?? url })
log.info({ url }, 'listening')

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void close())
}

/** Ends in order: no new calls, the letter in hand, then the database. */
async function close(): Promise<void> {
  await server.close()
  await jobs.stop()
  await database.close()
}

async function openDatabase({ databaseUrl, databaseConnections, dataDir }: Config) {
  if (databaseUrl === null) {
    const embedded = await openEmbedded({ directory: dataDir, log })
    return databaseOn(embedded.pool, () => embedded.close())
  }
  const pool = openPostgres(databaseUrl, databaseConnections)
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'))
  return databaseOn(pool, () => pool.end())
}

function settings(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof WrongSetting)) throw error
    process.stderr.write(`${error.message}\n`)
    return process.exit(1)
  }
}
