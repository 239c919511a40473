import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { isWrongPassword } from './password.ts'

/** Another living server holds the folder. */
export class DirectoryInUseError extends Error {
  override readonly name = 'DirectoryInUseError'

  constructor(directory: string, holder: string) {
    super(
      `The embedded database in ${directory} is in use by process ${holder}: ` +
        'stop that server, or let that command end, or give this one a DATA_DIR of its own (several servers need a DATABASE_URL).',
    )
  }
}

/** An advisory lock of the cluster's; any number that nothing else locks. */
const clusterLock = 7_243_002

const namePrefix = 'minbar owner '

/** The connection by which a Minbar process holds the cluster. */
export interface ClusterLock {
  /** Settles when the connection has ended: PostgreSQL has, or it was released. */
  readonly ended: Promise<void>
  release(): Promise<void>
}

/**
 * Holds a running cluster for this process by an advisory lock, which PostgreSQL takes back when the process or its
 * connection ends, whatever ended it. Gives the process id of the holder where another process has it.
 */
export async function lockCluster(url: string): Promise<ClusterLock | { readonly heldBy: string }> {
  const client = clientOf(url, `${namePrefix}${process.pid}`)
  const ended = new Promise<void>((resolve) => {
    client.once('end', resolve)
  })
  await client.connect()
  const { rows } = await client.query<{ owned: boolean; holder: string | null }>(
    `select pg_try_advisory_lock($1) as owned,
       (select application_name from pg_stat_activity
        where application_name like $2 || '%' and pid <> pg_backend_pid() limit 1) as holder`,
    [clusterLock, namePrefix],
  )
  if (rows[0]?.owned === true) return { ended, release: () => client.end() }
  await client.end()
  return { heldBy: rows[0]?.holder?.slice(namePrefix.length) ?? 'unknown' }
}

/** Whether a process holds a running cluster. Takes no lock itself, so a server that starts meanwhile can hold it. */
export async function isClusterLocked(url: string): Promise<boolean> {
  const client = clientOf(url, 'minbar tool')
  await client.connect()
  try {
    const { rowCount } = await client.query(
      `select from pg_locks where locktype = 'advisory' and objid = $1 and granted`,
      [clusterLock],
    )
    return rowCount !== 0
  } finally {
    await client.end()
  }
}

function clientOf(url: string, name: string): pg.Client {
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

/** Milliseconds between two tries to connect to a server that is starting or ending. */
const betweenTries = 50

/**
 * Like `lockCluster`, for a server that may be starting or ending: it is tried until `deadline` (performance.now()), but not
 * where nothing listens, or where the password is wrong.
 */
export async function lockClusterWithin(url: string, deadline: number): ReturnType<typeof lockCluster> {
  for (;;) {
    try {
      return await lockCluster(url)
    } catch (error) {
      if (performance.now() > deadline || isRefused(error) || isWrongPassword(error)) throw error
      await pause(betweenTries)
    }
  }
}

/** Whether nothing listens at an address, or on a Unix socket: PostgreSQL listens until it has ended. */
function isRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ECONNREFUSED', 'ENOENT'].includes(String(error.code))
}
