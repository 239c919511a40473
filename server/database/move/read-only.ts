import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { MoveError } from './connection.ts'

// These functions close a database to writes, and open it again. The database is the source of a move, or its target.

/** Milliseconds between checks for old connections. */
const pollInterval = 50

/** How many checks in a row must find no old connection. A connection that was just being opened appears only at a later check. */
const requiredChecks = 3

/** Milliseconds for ending all old connections. */
const terminateTimeout = 5_000

/** Runs `work` in a transaction that may write even if the database is read-only by default. */
export async function runInWriteTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin read write')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Makes the database read-only for connections that begin after the commit. Runs in the caller's transaction. */
export async function makeReadOnly(client: Pick<pg.Client, 'query'>): Promise<void> {
  await client.query(`alter database ${await nameOf(client)} set default_transaction_read_only = on`)
}

/**
 * Rejects with MoveError if a role has its own `default_transaction_read_only`, because that overrides the database's setting: the
 * role's connections could still write to a read-only database.
 */
export async function refuseRoleLevelSettings(client: Pick<pg.Client, 'query'>, name: string): Promise<void> {
  const { rows } = await client.query<{ role: string }>(
    `select distinct setrole::regrole::text as role from pg_db_role_setting, unnest(setconfig) as setting
     where setrole <> 0 and setting like 'default_transaction_read_only=%'
       and setdatabase in (0, (select oid from pg_database where datname = current_database()))
     order by 1`,
  )
  if (rows.length === 0) return
  const roles = rows.map(({ role }) => role).join(', ')
  throw new MoveError(
    `The database ${name} cannot be made read-only while a default_transaction_read_only is set for ${roles}: ` +
      'reset it (alter role … reset, or alter role … in database … reset), then run npm run move again.',
  )
}

/** Makes the database writable again for connections that begin after the commit. Runs in the caller's transaction. */
export async function makeWritable(client: Pick<pg.Client, 'query'>): Promise<void> {
  await client.query(`alter database ${await nameOf(client)} reset default_transaction_read_only`)
}

async function nameOf(client: Pick<pg.Client, 'query'>): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  return pg.escapeIdentifier(rows[0]?.name ?? '')
}

/**
 * Terminates every connection that began before `instant`, by the database's clock. Exceptions are this connection, and the connection that
 * holds the lock on an embedded cluster, which writes nothing. Servers reconnect, and their new connections use the current setting.
 */
export async function terminateConnectionsOpenedBefore(client: pg.Client, instant: Date): Promise<void> {
  const deadline = performance.now() + terminateTimeout
  for (let clearChecks = 0; clearChecks < requiredChecks; ) {
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
         and backend_start <= $1 and application_name not like 'minbar owner %'`,
      [instant],
    )
    clearChecks = rowCount === 0 ? clearChecks + 1 : 0
    if (performance.now() > deadline) throw new Error('Connections to the database do not end.')
    await pause(pollInterval)
  }
}

/** Resolves with an instant of the database's clock that is later than every commit so far. */
export async function instantLaterThanAllCommits(client: pg.Client): Promise<Date> {
  const { rows } = await client.query<{ instant: Date }>(
    `select clock_timestamp() + interval '1 ms' as instant`,
  )
  return rows[0]?.instant ?? new Date()
}
