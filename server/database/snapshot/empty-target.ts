import type pg from 'pg'
import { quoteIdentifiers } from './quote-identifiers.ts'
import { tablesOf } from './tables.ts'

/** The database that is to be filled holds something, or is in use; the message is one sentence that says what to do. */
export class TargetInUseError extends Error {
  override readonly name = 'TargetInUseError'
}

/** An advisory lock of a database, by which one process at a time fills it. */
const fillLock = 7_243_004

/** Has one row from the beginning, which tells nothing of people. */
const filledByMigrations = 'upkeep'

/**
 * Empties a database that holds nothing: what is left of it are the empty tables of a server that was started once. It is
 * locked for the rest of the transaction. Rejects with TargetInUseError, and drops nothing that has rows.
 */
export async function emptyTarget(client: pg.Client): Promise<void> {
  await refuseServers(client)
  await refuseOtherFilling(client)
  const tables = await tablesOf(client)
  if (tables.length === 0) return
  const { rows } = await client.query<{ isOurs: boolean }>(
    `select to_regclass('kysely_migration') is not null and to_regclass('accounts') is not null as "isOurs"`,
  )
  if (rows[0]?.isOurs !== true) {
    throw new TargetInUseError('The database holds tables of another program: use an empty database.')
  }
  await client.query(`set local lock_timeout = '10s'`)
  for (const { name } of tables) {
    const table = quoteIdentifiers([name])
    await client.query(`lock table ${table} in access exclusive mode`)
    if (name === filledByMigrations) continue
    const { rowCount } = await client.query(`select from ${table} limit 1`)
    if (rowCount !== 0) {
      throw new TargetInUseError(
        `The database is not empty (its table ${name} has rows): use a new, empty database. Nothing was changed.`,
      )
    }
  }
  await dropAll(client)
}

async function refuseServers(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = current_database() and application_name = 'minbar'`,
  )
  if (rowCount !== 0) {
    throw new TargetInUseError('A Minbar server is connected to the database: stop it first.')
  }
}

/** Held until the transaction ends, however it does. */
async function refuseOtherFilling(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_xact_lock($1) as held', [
    fillLock,
  ])
  if (rows[0]?.held === true) return
  throw new TargetInUseError(
    'Another restore or move into the database is under way: let it end, and run this one again if it is still needed.',
  )
}

/** Drops the tables and functions of the schema, but those of extensions. */
export async function dropAll(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ drop: string }>(
    `select format('drop table %s cascade', c.oid::regclass) as drop
     from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     union all
     select format('drop function %s cascade', p.oid::regprocedure)
     from pg_proc p
     where p.pronamespace = current_schema()::regnamespace
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  )
  for (const { drop } of rows) await client.query(drop)
}
