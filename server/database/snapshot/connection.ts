import { Socket } from 'node:net'
import pg from 'pg'
import { types } from '../type-parsers.ts'

/** Milliseconds until a connection has to stand. */
const connectsWithin = 10_000

/** Milliseconds for which a server may say nothing: checking the references of a large table takes its time. */
const answersWithin = 10 * 60_000

/** Limits of time, and settings on which the text of a value depends: a role or a database may have its own. */
const settings: Readonly<Record<string, string>> = {
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  // Since PostgreSQL 17.
  transaction_timeout: '0',
  client_encoding: 'UTF8',
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
}

/**
 * Runs `work` on a connection of its own, which has none of the time limits of calls. When `work` rejects, the connection is
 * cut, so PostgreSQL rolls back, whatever state the connection was in.
 */
export async function withSnapshotConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectsWithin,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'minbar snapshot',
    types,
  })
  // The statement that it interrupts rejects with the error.
  client.on('error', () => {})
  await client.connect()
  const { stream } = client.connection
  if (stream instanceof Socket) {
    stream.setTimeout(answersWithin, () => {
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

/** Lifts the time limits of the current transaction, except for locks, and has values written in one way everywhere. */
export async function applySnapshotSettings(client: pg.Client): Promise<void> {
  await client.query(
    `select set_config(name, value, true)
     from jsonb_each_text($1) as wanted(name, value) where name in (select name from pg_settings)`,
    [JSON.stringify(settings)],
  )
}
