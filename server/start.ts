import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AppDependencies, createApp as CreateApp } from './app.ts'
import { readConfig } from './config.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase } from './database/open-database.ts'
import { gateBounds } from './http/admission-gate.ts'
import { deletionListIn, deletionListName } from './identity/deletion-list.ts'
import { createPasswords, passwordCost } from './identity/passwords.ts'
import { startJobs } from './jobs.ts'
import { lettersFolderName } from './letters/eml-files.ts'
import { ListenError } from './listen-error.ts'
import { streamBounds } from './live/change-streams.ts'
import { createLog } from './log.ts'
import { makeFolder } from './make-folder.ts'
import { loadZipTable } from './places/zip-table.ts'
import { serverFileUrl } from './server-files.ts'
import { shutDown } from './shutdown.ts'
import { openTracing } from './tracing/tracing.ts'
import { refuseUnwritableData } from './writable-data-folder.ts'

/** Starts the server: reads the configuration, creates all parts, and listens. All wiring is here. */
export async function start(env: NodeJS.ProcessEnv) {
  const config = readConfig(env)
  await refuseUnwritableData(config.dataDir, [lettersFolderName, deletionListName])
  const log = createLog(config.logLevel)
  const tracing = await openTracing(config, log)
  // The database opens while the application's many modules load.
  const [database, { createApp }] = await Promise.all([
    openDatabase(config, log, tracing?.traceStatement),
    import('./app.ts'),
  ])
  try {
    await migrate(database)
    // Check the pool, too: a pooler may accept the migrations' own connection and refuse the pool's.
    await database.pool.query('select 1')
    // With DATABASE_URL, nothing else creates the data folder, but the deletion list needs the folder later.
    if (config.databaseUrl !== null) await makeFolder(config.dataDir, 0o700)
    return await createAndListen(createApp, { config, database, log, tracing })
  } catch (error) {
    await database.close()
    throw error
  }
}

async function createAndListen(
  createApp: typeof CreateApp,
  parts: Pick<AppDependencies, 'config' | 'database' | 'log' | 'tracing'>,
) {
  const { config, database, log, tracing } = parts
  const page = fileURLToPath(serverFileUrl('../web'))
  const draining = new AbortController()
  const deletions = deletionListIn(config.dataDir)
  const server = await createApp({
    ...parts,
    zips: loadZipTable(),
    passwords: createPasswords(passwordCost),
    deletions,
    // If the server runs from the sources, this folder has the page's source code but no built documents.
    pageFolder: existsSync(`${page}/documents`) ? page : null,
    checkResponses: false,
    gateBounds,
    streamBounds,
    draining: draining.signal,
  })
  await server.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
    throw new ListenError(config, error)
  })
  // With port 0, the system has chosen a port.
  const bound = server.server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : config.port
  const url = `http://${hostInUrl(config.host)}:${port}`
  const jobs = startJobs({ config, database, log, deletions, publicUrl: config.publicUrl ?? url, tracing })
  announce(url)
  return {
    url,
    /** Shuts down within nine seconds. */
    close: () => shutDown({ server, jobs, database, tracing, draining, drainSeconds: config.drainSeconds }),
  }
}

/** Returns the host part of the URL; `localhost` if the server listens on loopback or on all interfaces. */
function hostInUrl(host: string): string {
  if (['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** Prints the URL, as plain text in a terminal, else as JSON. Ignores the log level, because people and programs wait for this line. */
function announce(url: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\n  Minbar is open at ${url}\n\n`)
  else createLog('info').info({ url }, 'listening')
}
