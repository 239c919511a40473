import { Socket } from 'node:net'
import pg from 'pg'
import type { Log } from '../log.ts'
import {
  type Database,
  databaseOfPool,
  type OnStatement,
  type PoolerMode,
  statementTimeout,
} from './database.ts'
import { typeParsers } from './type-parsers.ts'

/** Milliseconds for opening a connection, and for waiting until the pool has a free one. */
const connectTimeout = 2_500

/** Milliseconds without traffic after which we destroy a connection that is in use. */
const answerTimeout = 5_000

interface Options {
  /** Default: `none`. */
  readonly pooler?: PoolerMode
  readonly log?: Pick<Log, 'warn'>
  /** Called after each statement. */
  readonly onStatement?: OnStatement | undefined
}

/**
 * Opens a pool of connections to a PostgreSQL server. A broken connection fails only the call that uses it. Behind a pooler,
 * `Database.transaction` sets the timeouts, because a connection would lose them.
 */
export function openPostgres(
  url: string,
  connections: number,
  { pooler = 'none', log = silentLog, onStatement }: Options = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectTimeout,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(pooler === 'none' && {
      statement_timeout: statementTimeout,
      idle_in_transaction_session_timeout: statementTimeout,
    }),
    types: typeParsers,
    application_name: 'minbar',
  })
  pool.on('connect', (client) => {
    const { stream } = client.connection
    // A frozen or unreachable server never closes the connection, so silence is the only sign of such a server.
    stream.on('timeout', () => stream.destroy(new Error('Connection terminated: the database was silent.')))
    // Without a listener, Node ends the process when a connection in use is lost.
    client.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'))
  })
  // The listener above has logged the error. But without this second listener, Node would end the process.
  pool.on('error', () => {})
  pool.on('acquire', (client) => setInactivityTimeout(client, answerTimeout))
  pool.on('release', (_, client) => setInactivityTimeout(client, 0))
  return databaseOfPool(url, pool, pooler, onStatement)
}

const silentLog = { warn: () => {} }

/** Makes the socket emit `timeout` after the given number of milliseconds without traffic; 0 turns that off. */
function setInactivityTimeout({ connection: { stream } }: pg.PoolClient, milliseconds: number): void {
  if (stream instanceof Socket) stream.setTimeout(milliseconds)
}
