import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { MoveError } from './connection.ts'

/** Milliseconds between looks for connections that began before the database was closed. */
const betweenLooks = 50

/** Looks at which there has to be none: a connection that was being made is seen at a later one. */
const looks = 3

/** Milliseconds until a connection has to have ended. */
const endsWithin = 5_000

/** Runs `work` in a transaction that may write, though the database may be closed. */
export async function inWriteTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
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

/** Has every connection that begins after the commit refuse changes; part of the caller's transaction. */
export async function makeReadOnly(client: Pick<pg.Client, 'query'>): Promise<void> {
  await client.query(`alter database ${await nameOf(client)} set default_transaction_read_only = on`)
}

/**
 * Rejects with MoveError where a role has the setting itself, which is stronger than that of the database: its connections would
 * take changes in a closed one.
 */
export async function refuseStrongerSettings(client: Pick<pg.Client, 'query'>, name: string): Promise<void> {
  const { rows } = await client.query<{ role: string }>(
    `select distinct setrole::regrole::text as role from pg_db_role_setting, unnest(setconfig) as setting
     where setrole <> 0 and setting like 'default_transaction_read_only=%'
       and setdatabase in (0, (select oid from pg_database where datname = current_database()))
     order by 1`,
  )
  if (rows.length === 0) return
  const roles = rows.map(({ role }) => role).join(', ')
  throw new MoveError(
    `The database ${name} cannot be closed to ${roles}, with a default_transaction_read_only of its own: ` +
      'reset that (alter role … reset, or alter role … in database … reset), then run npm run move again.',
  )
}

/** Has connections that begin after the commit take changes again; part of the caller's transaction. */
export async function makeWritable(client: Pick<pg.Client, 'query'>): Promise<void> {
  await client.query(`alter database ${await nameOf(client)} reset default_transaction_read_only`)
}

async function nameOf(client: Pick<pg.Client, 'query'>): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  return pg.escapeIdentifier(rows[0]?.name ?? '')
}

/**
 * Ends every connection that began before `instant`, by the database's clock, but this one and those by which servers hold an
 * embedded database, which write nothing. Servers connect again, and then have the setting of the moment.
 */
export async function endConnectionsBefore(client: pg.Client, instant: Date): Promise<void> {
  const deadline = performance.now() + endsWithin
  for (let clear = 0; clear < looks; ) {
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
         and backend_start <= $1 and application_name not like 'minbar owner %'`,
      [instant],
    )
    clear = rowCount === 0 ? clear + 1 : 0
    if (performance.now() > deadline) throw new Error('Connections to the database do not end.')
    await pause(betweenLooks)
  }
}

/** The instant by the database's clock, after everything that was committed. */
export async function instantOf(client: pg.Client): Promise<Date> {
  const { rows } = await client.query<{ instant: Date }>(
    `select clock_timestamp() + interval '1 ms' as instant`,
  )
  return rows[0]?.instant ?? new Date()
}
