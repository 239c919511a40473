import { execFile } from 'node:child_process'
import { chmod, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ensureCluster } from '../../server/database/embedded/cluster.ts'
import { type Installation, prepareInstallation } from '../../server/database/embedded/data-folders.ts'
import { findFreePort } from '../../server/database/embedded/free-port.ts'
import { startPostmaster } from '../../server/database/embedded/postmaster.ts'
import { connectionUrl } from '../../server/database/embedded/postmaster-file.ts'
import { withConnection } from './connections.ts'

export type PostgresCluster = Awaited<ReturnType<typeof startPostgres>>

interface ClusterOptions {
  /**
   * Whether to sync changes to the disk, as in production. The default is false, because syncing is slow, and losing test data does no
   * harm.
   */
  readonly durable?: boolean
  /** The PostgreSQL programs. By default, the programs from npm are used. */
  readonly programs?: Installation['programs']
}

const run = promisify(execFile)

const nonDurableSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** The milliseconds after which a server that is shutting down is killed. */
const shutdownTimeout = 20_000

/** Starts a PostgreSQL cluster in a new temporary folder, on a free port. The cluster also ends when this process ends. */
export async function startPostgres({ durable = false, programs }: ClusterOptions = {}) {
  const { directory, home: prepared } = await createInstallation()
  const home = { ...prepared, programs: programs ?? prepared.programs }
  const password = await ensureCluster(home)
  return runCluster(directory, home, password, durable ? {} : nonDurableSettings)
}

/**
 * Starts a synchronous standby from a copy of the primary's folder. Before the call, the primary must be shut down. This function starts
 * the primary again. The primary's commits then wait for the standby.
 */
export async function startStandby(primary: PostgresCluster) {
  const { directory, home } = await createInstallation()
  await cp(primary.folder, home.cluster, { recursive: true, preserveTimestamps: true })
  const { uid, gid } = home.user ?? {}
  if (uid !== undefined && gid !== undefined) await run('chown', ['-R', `${uid}:${gid}`, home.cluster])
  await writeFile(join(home.cluster, 'standby.signal'), '')
  await primary.start()
  const { hostname, port, username, password } = new URL(primary.url)
  const primary_conninfo = `host=${hostname} port=${port} user=${username} password=${password}`
  const cluster = await runCluster(directory, home, password, { primary_conninfo })
  await withConnection(primary.url, async (client) => {
    await client.query(`alter system set synchronous_standby_names = '*'`)
    await client.query('select pg_reload_conf()')
  })
  return {
    ...cluster,
    /** Makes the standby the primary. The old primary must no longer run. */
    promote: () => withConnection(cluster.url, (client) => client.query('select pg_promote()')),
  }
}

async function createInstallation() {
  const directory = await mkdtemp(join(tmpdir(), 'minbar-pg-'))
  // If root starts PostgreSQL, PostgreSQL runs as another user. That user needs access to the folders inside this folder.
  await chmod(directory, 0o711)
  return { directory, home: await prepareInstallation(directory) }
}

async function runCluster(
  directory: string,
  home: Installation,
  password: string,
  more: Readonly<Record<string, string>>,
) {
  const address = { socketFolder: '', address: '127.0.0.1', port: await findFreePort() }
  const settings = {
    listen_addresses: address.address,
    unix_socket_directories: home.postgresFolder,
    port: address.port,
    max_connections: 200,
    // Leaves errors out of the log, because tests cause errors on purpose. The log still has the message that the server accepts
    // connections.
    log_min_messages: 'log',
    ...more,
  }
  const startServer = () => startPostmaster(home, settings, () => {})
  let postmaster = await startServer()
  return {
    /** The URL of the database `postgres` of the cluster, on 127.0.0.1. */
    url: connectionUrl(address, password),
    folder: home.cluster,
    /** Shuts the server down cleanly: it disconnects all clients and writes a checkpoint. */
    shutDown: () => postmaster.stop(shutdownTimeout),
    /** Kills the server, without a checkpoint. */
    crash: () => postmaster.kill(),
    /** Restarts the server at the same address. */
    async start() {
      postmaster = await startServer()
    },
    /** Kills the server if it is running, and deletes its folder. */
    async stop() {
      await postmaster.kill()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
