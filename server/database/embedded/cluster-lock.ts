import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { OperatorError } from '../../operator-error.ts'
import { isWrongPassword } from './password.ts'

/** Another live process uses the data folder. */
export class DataFolderInUseError extends OperatorError {
  constructor(dataFolder: string, holder: string) {
    super(
      `The embedded database in ${dataFolder} is in use by process ${holder}: ` +
        'if it is a server, stop it; if it is a command, wait for its end; or set another DATA_DIR (several servers need a DATABASE_URL).',
    )
  }
}

/** The key of the advisory lock. */
const lockKey = 7_243_002

/**
 * The application name of the connection with the lock is this prefix and the process id. `npm run move` never terminates this connection.
 */
const applicationNamePrefix = 'minbar owner '

/** The connection that holds the lock on a cluster for a Minbar process. */
export interface ClusterLock {
  /** Settles when the connection has ended, because PostgreSQL ended or the lock was released. */
  readonly ended: Promise<void>
  release(): Promise<void>
}

/**
 * Locks a running cluster for this process with an advisory lock, which PostgreSQL releases when the process or its connection
 * ends for any reason. Resolves with the holder's process id if another process has the lock.
 */
export async function lockCluster(url: string): Promise<ClusterLock | { readonly heldBy: string }> {
  const client = newClient(url, `${applicationNamePrefix}${process.pid}`)
  const ended = new Promise<void>((resolve) => {
    client.once('end', resolve)
  })
  await client.connect()
  const { rows } = await client.query<{ locked: boolean; holder: string | null }>(
    `select pg_try_advisory_lock($1) as locked,
       (select application_name from pg_stat_activity
        where application_name like $2 || '%' and pid <> pg_backend_pid() limit 1) as holder`,
    [lockKey, applicationNamePrefix],
  )
  if (rows[0]?.locked === true) return { ended, release: () => client.end() }
  await client.end()
  return { heldBy: rows[0]?.holder?.slice(applicationNamePrefix.length) ?? 'unknown' }
}

/** Whether a process has the lock on a running cluster. Takes no lock itself, so it does not block a server that is starting. */
export async function isClusterLocked(url: string): Promise<boolean> {
  const client = newClient(url, 'minbar tool')
  await client.connect()
  try {
    const { rowCount } = await client.query(
      `select from pg_locks where locktype = 'advisory' and objid = $1 and granted`,
      [lockKey],
    )
    return rowCount !== 0
  } finally {
    await client.end()
  }
}

function newClient(url: string, name: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: 2_000,
    keepAlive: true,
  })
  // Without a listener, Node ends the process when the connection is lost.
  client.on('error', () => {})
  return client
}

/** Milliseconds between attempts to connect to a server that is starting or shutting down. */
const retryDelay = 50

/**
 * Like `lockCluster`, but retries until `deadline` (by performance.now()), for a server that is starting or shutting down. Rejects
 * at once if nothing listens at the URL or the password is wrong.
 */
export async function waitForClusterLock(url: string, deadline: number): ReturnType<typeof lockCluster> {
  for (;;) {
    try {
      return await lockCluster(url)
    } catch (error) {
      if (performance.now() > deadline || isNothingListening(error) || isWrongPassword(error)) throw error
      await pause(retryDelay)
    }
  }
}

/**
 * Whether the error of a connection attempt means that nothing listens at the address or Unix socket. Then no PostgreSQL runs there,
 * because a PostgreSQL that is shutting down still listens.
 */
export function isNothingListening(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ECONNREFUSED', 'ENOENT'].includes(String(error.code))
}
