import { execFile } from 'node:child_process'
import { chmod, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { ensureCluster } from '../../server/database/embedded/cluster.ts'
import { connectionUrl } from '../../server/database/embedded/connection-url.ts'
import { type Installation, prepareInstallation } from '../../server/database/embedded/data-folders.ts'
import { freePort } from '../../server/database/embedded/free-port.ts'
import { startPostmaster } from '../../server/database/embedded/postmaster.ts'

export interface PostgresCluster {
  /** The URL of the database `postgres`, on 127.0.0.1. */
  readonly url: string
  /** The data folder. */
  readonly folder: string
  /** Shuts the server down cleanly: it disconnects all clients and writes a checkpoint. */
  shutDown(): Promise<void>
  /** Kills the server, without a checkpoint. */
  crash(): Promise<void>
  /** Restarts the server at the same address. */
  start(): Promise<void>
  /** Kills the server if it is running, and deletes its folder. */
  stop(): Promise<void>
}

interface ClusterOptions {
  /** Sync to the disk as in production. Off by default, because test data may be lost. */
  readonly durable?: boolean
  /** The PostgreSQL programs. Default: those from npm. */
  readonly programs?: Installation['programs']
}

const run = promisify(execFile)

const notDurable = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** Milliseconds after which a server that is shutting down is killed. */
const shutdownTimeout = 20_000

/** Starts a PostgreSQL cluster in a new temporary folder, on a free port. It also ends when this process ends. */
export async function startPostgres({
  durable = false,
  programs,
}: ClusterOptions = {}): Promise<PostgresCluster> {
  const { directory, home: prepared } = await newHome()
  const home = { ...prepared, programs: programs ?? prepared.programs }
  const password = await ensureCluster(home)
  return runCluster(directory, home, password, durable ? {} : notDurable)
}

/** A replica of another cluster that can be promoted. */
export interface Standby extends PostgresCluster {
  /** Makes it the primary. The old primary must have been shut down. */
  promote(): Promise<void>
}

/**
 * Starts a synchronous standby from a copy of the primary's folder. The primary must be shut down, and is started again. Its
 * commits then wait for the standby.
 */
export async function startStandby(primary: PostgresCluster): Promise<Standby> {
  const { directory, home } = await newHome()
  await cp(primary.folder, home.cluster, { recursive: true, preserveTimestamps: true })
  const { uid, gid } = home.user ?? {}
  if (uid !== undefined && gid !== undefined) await run('chown', ['-R', `${uid}:${gid}`, home.cluster])
  await writeFile(join(home.cluster, 'standby.signal'), '')
  await primary.start()
  const { hostname, port, username, password } = new URL(primary.url)
  const primary_conninfo = `host=${hostname} port=${port} user=${username} password=${password}`
  const cluster = await runCluster(directory, home, password, { primary_conninfo })
  await operate(primary, `alter system set synchronous_standby_names = '*'`, 'select pg_reload_conf()')
  return { ...cluster, promote: () => operate(cluster, 'select pg_promote()') }
}

async function operate({ url }: PostgresCluster, ...statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

async function newHome(): Promise<{ readonly directory: string; readonly home: Installation }> {
  const directory = await mkdtemp(join(tmpdir(), 'minbar-pg-'))
  // If root starts PostgreSQL, it runs as another user, who must be able to pass through this folder.
  await chmod(directory, 0o711)
  return { directory, home: await prepareInstallation(directory) }
}

async function runCluster(
  directory: string,
  home: Installation,
  password: string,
  more: Readonly<Record<string, string>>,
): Promise<PostgresCluster> {
  const address = { socketFolder: '', address: '127.0.0.1', port: await freePort() }
  const settings = {
    listen_addresses: address.address,
    unix_socket_directories: home.postgresFolder,
    port: address.port,
    max_connections: 200,
    // Hides errors, which tests cause on purpose. Keeps the message that the server accepts connections.
    log_min_messages: 'log',
    ...more,
  }
  const startServer = () => startPostmaster(home, settings, () => {})
  let postmaster = await startServer()
  return {
    url: connectionUrl(address, password),
    folder: home.cluster,
    shutDown: () => postmaster.stop(shutdownTimeout),
    crash: () => postmaster.kill(),
    async start() {
      postmaster = await startServer()
    },
    async stop() {
      await postmaster.kill()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
