import type pg from 'pg'
import { OperatorError } from '../../operator-error.ts'
import { hasTable } from '../has-table.ts'
import { foreignTablesSentence } from '../migrate.ts'
import { requiredExtensions } from '../requirements.ts'
import { listSnapshotTables, quoteIdentifiers } from './snapshot-tables.ts'

/** The database to fill is not empty, or is in use. The message is one sentence that tells the operator what to do. */
export class TargetInUseError extends OperatorError {}

/** The advisory lock that lets one process at a time fill a database. */
const fillLock = 7_243_004

/** A migration inserts one row without personal data into this table, so this row is no sign of use. */
const tableFilledByMigrations = 'upkeep'

/**
 * Drops the empty tables that a server created at its first start, so that the database can be filled. Locks the database against
 * other restores and moves until the transaction ends. Rejects with TargetInUseError if the database is not empty or is in use, or with
 * PostgreSQL's own error if the user may not fill the database.
 */
export async function prepareTarget(client: pg.Client): Promise<void> {
  await refuseServers(client)
  await lockForFilling(client)
  await dropEmptyTables(client)
  // Create the extensions before the migrations run. If a migration failed to create one, the later statements of the aborted transaction
  // would hide PostgreSQL's reason.
  for (const extension of requiredExtensions)
    await client.query(`create extension if not exists ${extension}`)
}

async function dropEmptyTables(client: pg.Client): Promise<void> {
  const tables = await listSnapshotTables(client)
  if (tables.length === 0) return
  if (!((await hasTable(client, 'kysely_migration')) && (await hasTable(client, 'parties')))) {
    throw new TargetInUseError(foreignTablesSentence)
  }
  await client.query(`set local lock_timeout = '10s'`)
  for (const { name } of tables) {
    const table = quoteIdentifiers([name])
    await client.query(`lock table ${table} in access exclusive mode`)
    if (name === tableFilledByMigrations) continue
    const { rowCount } = await client.query(`select from ${table} limit 1`)
    if (rowCount !== 0) {
      throw new TargetInUseError(
        `The database is not empty (its table ${name} has rows): use a new, empty database. Nothing was changed.`,
      )
    }
  }
  await dropTablesAndFunctions(client)
}

async function refuseServers(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = current_database() and application_name = 'minbar'`,
  )
  if (rowCount !== 0) {
    throw new TargetInUseError('A Minbar server is connected to the database: stop it first.')
  }
}

/** PostgreSQL releases this lock when the transaction ends. */
async function lockForFilling(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_xact_lock($1) as held', [
    fillLock,
  ])
  if (rows[0]?.held === true) return
  throw new TargetInUseError(
    'Another restore or move into the database is under way: wait until it ends, then run this one again if it is still needed.',
  )
}

/** Drops all tables and functions of the current schema, except those of extensions. */
export async function dropTablesAndFunctions(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ drop: string }>(
    `select format('drop table %s cascade', c.oid::regclass) as drop
     from pg_class c
     where c.relnamespace = quote_ident(current_schema())::regnamespace and c.relkind = 'r'
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     union all
     select format('drop function %s cascade', p.oid::regprocedure)
     from pg_proc p
     where p.pronamespace = quote_ident(current_schema())::regnamespace
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  )
  for (const { drop } of rows) await client.query(drop)
}
