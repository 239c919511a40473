import { execFile } from 'node:child_process'
import { chmod, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { ensureCluster } from '../../server/database/embedded/cluster.ts'
import { freePort } from '../../server/database/embedded/free-port.ts'
import { type Installation, prepareInstallation } from '../../server/database/embedded/data-folders.ts'
import { startPostmaster } from '../../server/database/embedded/postmaster.ts'
import { connectionUrl } from '../../server/database/embedded/connection-url.ts'

export interface PostgresCluster {
  /** The URL of the cluster's own database `postgres`, on 127.0.0.1. */
  readonly url: string
  /** The cluster's folder. */
  readonly folder: string
  /** Ends the server as an operator's restart does: it disconnects everybody and makes a checkpoint. */
  shutDown(): Promise<void>
  /** Ends the server at once, without a checkpoint, as a crash does. */
  crash(): Promise<void>
  /** Starts the server again, at the same address. */
  start(): Promise<void>
  /** Crashes the server if it runs, and removes its folder. */
  stop(): Promise<void>
}

interface ClusterOptions {
  /** Write to the disk as in production. Off by default: a suite that loses its data has lost nothing. */
  readonly durable?: boolean
  /** The programs to run; by default those that npm brings. */
  readonly programs?: Installation['programs']
}

const run = promisify(execFile)

const careless = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** Milliseconds until a server that was asked to end is ended at once. */
const shutdownTimeout = 20_000

/** Starts a PostgreSQL cluster in a new temporary folder, on a free port. It ends with this process, too. */
export async function startPostgres({
  durable = false,
  programs,
}: ClusterOptions = {}): Promise<PostgresCluster> {
  const { directory, home: prepared } = await newHome()
  const home = { ...prepared, programs: programs ?? prepared.programs }
  const password = await ensureCluster(home)
  return runCluster(directory, home, password, durable ? {} : careless)
}

/** A cluster that repeats what another one writes, until it takes its place. */
export interface Standby extends PostgresCluster {
  /** Takes changes from now on. The primary must have ended. */
  promote(): Promise<void>
}

/**
 * Starts a standby of a cluster, by a copy of its folder: the cluster must be shut down meanwhile. Started again, it waits with
 * each commit for the standby, which is a synchronous one.
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
  // Run by root, PostgreSQL runs as another user, who passes through this folder.
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
    unix_socket_directories: home.folder,
    port: address.port,
    max_connections: 200,
    // Errors belong to the tests that make them; that it takes connections is told at this level.
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
