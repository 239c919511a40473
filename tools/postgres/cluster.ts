import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureCluster } from '../../server/database/embedded/cluster.ts'
import { freePort } from '../../server/database/embedded/free-port.ts'
import { type Home, prepareHome } from '../../server/database/embedded/home.ts'
import { startPostmaster } from '../../server/database/embedded/postmaster.ts'
import { urlOf } from '../../server/database/embedded/url.ts'

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
  readonly programs?: Home['programs']
}

const careless = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** Milliseconds until a server that was asked to end is ended at once. */
const patience = 20_000

/** Starts a PostgreSQL cluster in a new temporary folder, on a free port. It ends with this process, too. */
export async function startPostgres({
  durable = false,
  programs,
}: ClusterOptions = {}): Promise<PostgresCluster> {
  const directory = await mkdtemp(join(tmpdir(), 'minbar-pg-'))
  // Run by root, PostgreSQL runs as another user, who passes through this folder.
  await chmod(directory, 0o711)
  const prepared = await prepareHome(directory)
  const home = { ...prepared, programs: programs ?? prepared.programs }
  const password = await ensureCluster(home)
  const address = { socketFolder: '', address: '127.0.0.1', port: await freePort() }
  const settings = {
    listen_addresses: address.address,
    unix_socket_directories: home.folder,
    port: address.port,
    max_connections: 200,
    // Errors belong to the tests that make them; that it takes connections is told at this level.
    log_min_messages: 'log',
    ...(durable ? {} : careless),
  }
  const startServer = () => startPostmaster(home, settings, () => {})
  let postmaster = await startServer()
  async function crash(): Promise<void> {
    postmaster.kill()
    await postmaster.ended
  }
  return {
    url: urlOf(address, password),
    folder: home.cluster,
    shutDown: () => postmaster.stop(patience),
    crash,
    async start() {
      postmaster = await startServer()
    },
    async stop() {
      await crash()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
