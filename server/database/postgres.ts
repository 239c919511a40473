import { Socket } from 'node:net'
import pg from 'pg'
import { type Database, createDatabase, type OnStatement, type Pooler, statementAtMost } from './database.ts'
import type { Log } from './log.ts'
import { types } from './type-parsers.ts'

/** Milliseconds until a connection has to stand, and until a call that waits for a free one is turned away. */
const connectsWithin = 2_500

/** Milliseconds for which a server may say nothing while a statement runs: then its connection is given up. */
const answersWithin = 5_000

interface Options {
  /** What stands between the server and PostgreSQL; nothing unless given. */
  readonly pooler?: Pooler
  readonly log?: Pick<Log, 'warn'>
  /** Is told of each statement that has ended. */
  readonly onStatement?: OnStatement | undefined
}

/**
 * Opens a pool of connections to a PostgreSQL server. Whatever happens to a connection fails the call that uses it, and
 * nothing else. Behind a pooler nothing is kept in a connection's session, and no setting is sent as it begins.
 */
export function openPostgres(
  url: string,
  connections: number,
  { pooler = 'none', log = silent, onStatement }: Options = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectsWithin,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(pooler === 'none' && {
      statement_timeout: statementAtMost,
      idle_in_transaction_session_timeout: statementAtMost,
    }),
    types,
    application_name: 'minbar',
  })
  pool.on('connect', (client) => {
    const { stream } = client.connection
    // A server that is frozen, or cut off by the network, closes nothing: silence is all there is to go by.
    stream.on('timeout', () => stream.destroy(new Error('Connection terminated: the database was silent.')))
    // Without a listener, Node ends the process when a connection is lost while it is in use.
    client.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'))
  })
  // Told by the listener above.
  pool.on('error', () => {})
  pool.on('acquire', (client) => limitSilence(client, answersWithin))
  pool.on('release', (_, client) => limitSilence(client, 0))
  return createDatabase(url, pool, pooler, onStatement)
}

const silent = { warn: () => {} }

/** Has a connection's socket tell when no byte has come or gone for so many milliseconds; 0 means never. */
function limitSilence({ connection: { stream } }: pg.PoolClient, milliseconds: number): void {
  if (stream instanceof Socket) stream.setTimeout(milliseconds)
}
