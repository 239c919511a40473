import { Socket } from 'node:net'
import pg from 'pg'
import { typeParsers } from '../type-parsers.ts'

/** Milliseconds for opening a connection. */
const connectTimeout = 10_000

/**
 * Milliseconds without traffic after which a connection is destroyed. This time is long, because checking the foreign keys of a large table
 * is slow.
 */
const answerTimeout = 10 * 60_000

/** Turns off timeouts and fixes the text format of values, because a role or a database may have other defaults. */
const settings: Readonly<Record<string, string>> = {
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  // Exists since PostgreSQL 17.
  transaction_timeout: '0',
  client_encoding: 'UTF8',
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
}

/** Creates a client that is not connected yet. Its statements have no timeout. */
export function createClientWithoutTimeout(url: string, applicationName: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectTimeout,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: applicationName,
    types: typeParsers,
  })
  // The interrupted statement rejects with the error. Without a listener, Node would end the process.
  client.on('error', () => {})
  return client
}

/**
 * Runs `work` on a separate connection, without the timeouts that API calls have. If `work` rejects, the connection is destroyed,
 * so PostgreSQL rolls back whatever state the connection was in.
 */
export async function withSnapshotConnection<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = createClientWithoutTimeout(url, 'minbar snapshot')
  await client.connect()
  const { stream } = client.connection
  if (stream instanceof Socket) {
    stream.setTimeout(answerTimeout, () => {
      stream.destroy(new Error('Connection terminated: the database was silent for ten minutes.'))
    })
  }
  try {
    const result = await work(client)
    await client.end()
    return result
  } catch (error) {
    stream.destroy()
    throw error
  }
}

/** Applies `settings` to the current transaction; skips those that this PostgreSQL version does not have. */
export async function applySnapshotSettings(client: pg.Client): Promise<void> {
  await client.query(
    `select set_config(name, value, true)
     from jsonb_each_text($1) as wanted(name, value) where name in (select name from pg_settings)`,
    [JSON.stringify(settings)],
  )
}
