import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** One of the two databases of a move. */
export interface NamedDatabase {
  /** How `pg` reaches it, with its password. */
  readonly url: string
  /** For people: `host:port/name`, or the folder of an embedded one. */
  readonly name: string
}

/** A move cannot be made, or was given up; the message is one sentence that says what to do. */
export class MoveError extends Error {
  override readonly name = 'MoveError'
}

/** Milliseconds until a connection has to stand. */
const connectsWithin = 10_000

/** Milliseconds for which a statement may wait for locks. */
const waitsForLocks = 5_000

/**
 * Connects to an end of a move. Nothing limits how long a transaction may be open, as it holds the source's locks while its rows
 * are copied.
 */
async function connectTo({ url, name }: NamedDatabase): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectsWithin,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'minbar move',
  })
  // The statement that it interrupts rejects with the error.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(
      `set lock_timeout = ${waitsForLocks}; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`,
    )
  } catch (error) {
    const reason =
      error instanceof Error ? error.message || ('code' in error ? String(error.code) : error.name) : ''
    throw new MoveError(`The database ${name} does not let us in: ${reason}.`, { cause: error })
  }
  return client
}

/** Runs `work` with a connection to an end, and ends it. */
export async function withConnection<T>(end: NamedDatabase, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectTo(end)
  try {
    return await work(client)
  } finally {
    await disconnect(client)
  }
}

/** Milliseconds that a server gets to say goodbye: a frozen one never does. */
const goodbyeWithin = 1_000

async function disconnect(client: pg.Client): Promise<void> {
  await Promise.race([client.end().catch(() => {}), pause(goodbyeWithin, undefined, { ref: false })])
}

/** A database as PostgreSQL knows it, under whatever address it is reached: its cluster and its number there. */
export async function identityOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ identity: string }>(
    `select (select system_identifier from pg_control_system()) || '/' || oid as identity
     from pg_database where datname = current_database()`,
  )
  return rows[0]?.identity ?? ''
}

/** The name of a database that a URL leads to, without user and password. */
export function nameOfUrl(url: string): string {
  const { host, pathname } = new URL(url)
  // Without a host it leads to a Unix socket of this machine.
  return `${host || 'localhost'}${pathname}`
}
