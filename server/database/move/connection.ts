import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { errorReason } from '../../error-reason.ts'
import { OperatorError } from '../../operator-error.ts'
import { createClientWithoutTimeout } from '../snapshot/connection.ts'

/** The source or the target of a move. */
export interface NamedDatabase {
  /** The connection URL, password included. */
  readonly url: string
  /** For messages: `host:port/name`, or the folder of an embedded database. */
  readonly name: string
}

/** A move is not possible, or was given up. The message is one sentence that tells the operator what to do. */
export class MoveError extends OperatorError {}

/** Milliseconds for closing a connection. A frozen server never answers. */
const disconnectTimeout = 1_000

/** Milliseconds for which a statement may wait for locks. */
const lockTimeout = 5_000

/**
 * Connects to the source or the target of a move. Turns off the timeout of idle transactions: the transaction that locks the source
 * is idle while the rows are copied.
 */
async function connectTo({ url, name }: NamedDatabase): Promise<pg.Client> {
  const client = createClientWithoutTimeout(url, 'minbar move')
  try {
    await client.connect()
    await client.query(
      `set lock_timeout = ${lockTimeout}; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`,
    )
  } catch (error) {
    const reason = errorReason(error)
    throw new MoveError(`The database ${name} refused the connection: ${reason}.`, { cause: error })
  }
  return client
}

/** Runs `work` with a connection to a database, and ends the connection afterwards. */
export async function withConnection<T>(
  end: NamedDatabase,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connectTo(end)
  try {
    return await work(client)
  } finally {
    await Promise.race([client.end().catch(() => {}), pause(disconnectTimeout, undefined, { ref: false })])
  }
}

/** Identifies a database by its cluster and its oid, whatever address was used to connect. */
export async function databaseIdOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ identity: string }>(
    `select (select system_identifier from pg_control_system()) || '/' || oid as identity
     from pg_database where datname = current_database()`,
  )
  return rows[0]?.identity ?? ''
}

/** Returns the name of a URL's database for messages, `host:port/name`, without user and password. */
export function databaseLabel(url: string): string {
  const { host, pathname } = new URL(url)
  // A URL without a host means a Unix socket of this machine.
  return `${host || 'localhost'}${pathname}`
}
