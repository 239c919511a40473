import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { createApp as CreateApp, Parts } from './app.ts'
import { readConfig } from './config.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase } from './database/open.ts'
import { fileOfServer } from './files.ts'
import { gateBounds } from './http/admission-gate.ts'
import { deletionListIn } from './identity/deletion-list.ts'
import { startJobs } from './jobs.ts'
import { createLog } from './log.ts'
import { loadZipTable } from './places/zip-table.ts'
import { shutDown } from './shutdown.ts'
import { openTracing } from './tracing/tracing.ts'

/** A server that listens. */
export interface Running {
  readonly url: string
  /** Ends in order, within ten seconds; see `shutDown`. */
  close(): Promise<void>
}

/** All wiring in one place: the environment becomes a configuration, that the parts, and those the application. */
export async function start(env: NodeJS.ProcessEnv): Promise<Running> {
  const config = readConfig(env)
  const log = createLog(config.logLevel)
  const tracing = await openTracing(config, log)
  // The database opens while the application's many modules load.
  const [database, { createApp }] = await Promise.all([
    openDatabase(config, log, tracing?.traceStatement),
    import('./app.ts'),
  ])
  try {
    await migrate(database)
    // Migrations go by a connection of their own. A pooler may have let that in and refuse the ones that calls get.
    await database.pool.query('select 1')
    return await listen({ config, database, log, tracing }, createApp)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function listen(
  {
    config,
    database,
    log,
    tracing,
  }: Pick<Parts, 'config' | 'database' | 'tracing'> & { readonly log: Logger },
  createApp: typeof CreateApp,
): Promise<Running> {
  const page = fileURLToPath(fileOfServer('../web'))
  const draining = new AbortController()
  const deletions = deletionListIn(config.dataDir)
  const server = await createApp({
    config,
    database,
    zips: loadZipTable(),
    log,
    deletions,
    // In the sources there is the page's code, but not what the build makes of it.
    pageFolder: existsSync(`${page}/documents`) ? page : null,
    checkAnswers: false,
    gateBounds,
    draining: draining.signal,
    tracing,
  })
  await server.listen({ port: config.port, host: config.host })
  // The port is asked for only now: 0 lets the system choose one.
  const bound = server.server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : config.port
  const url = `http://${hostInAddress(config.host)}:${port}`
  const jobs = startJobs({ config, database, log, deletions, publicUrl: config.publicUrl ?? url, tracing })
  announce(url)
  return {
    url,
    close: () => shutDown({ server, jobs, database, tracing, draining, drainSeconds: config.drainSeconds }),
  }
}

/** The host as an address names it; every interface of this machine, or its loopback, is `localhost`. */
function hostInAddress(host: string): string {
  if (['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** Whoever started it waits for this line, so it is said whatever the log's level: to a person, or to a program. */
function announce(url: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\n  Minbar is open at ${url}\n\n`)
  else createLog('info').info({ url }, 'listening')
}
