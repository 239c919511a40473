import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { OperatorError } from '../../operator-error.ts'
import type { Tx } from '../database.ts'
import { migrateInTransaction } from '../migrate.ts'
import { refuseUnusableDatabase } from '../requirements.ts'
import type { Tables } from '../tables.ts'
import { applySnapshotSettings, withSnapshotConnection } from './connection.ts'
import { prepareTarget } from './prepare-target.ts'
import type { SnapshotHeader } from './snapshot-header.ts'
import { listSnapshotTables, quoteIdentifiers, type SnapshotTable } from './snapshot-tables.ts'

/** The snapshot has a table or column that does not exist in its schema. */
export class UnknownTableError extends OperatorError {
  constructor({ name }: SnapshotTable, schema: string) {
    super(`The table ${name} does not match the schema ${schema}: this snapshot was not made by Minbar.`)
  }
}

/** Inserts the rows of a table, in the format of a snapshot. Resolves with the number of rows. */
export type CopyIn = (table: SnapshotTable, rows: Readable | AsyncIterable<Buffer>) => Promise<number>

/**
 * Fills an empty database with a snapshot and upgrades it to the newest schema, in one transaction. First creates the schema of the
 * database from which the snapshot was read, then inserts the rows, then runs the later migrations.
 *
 * Rejects with UnusableDatabaseError, TargetInUseError, UnknownTableError or PostgreSQL's own error. The caller must check that this
 * version knows the schema.
 * @param fill inserts the rows of all tables, in the order of `head.tables`
 * @param settle runs on the filled database at the newest schema, before the commit; `client` is the transaction's connection
 */
export function writeSnapshot<T>(
  url: string,
  head: SnapshotHeader,
  fill: (copyIn: CopyIn) => Promise<void>,
  settle: (tx: Tx, client: pg.Client) => Promise<T>,
): Promise<T> {
  return withSnapshotConnection(url, async (client) => {
    const db = databaseOf(client)
    const tx = await db.startTransaction().execute()
    await applySnapshotSettings(client)
    await refuseUnusableDatabase(client)
    await prepareTarget(client)
    await migrateInTransaction(db, head.schema)
    const tables = await listSnapshotTables(client)
    refuseUnknownTables(head, tables)
    await withoutTriggers(client, tables, async () => {
      // Deletes the rows that migrations inserted. The snapshot has its own rows for these tables.
      await client.query(`truncate ${quoteIdentifiers(tables.map(({ name }) => name))}`)
      await fill((table, rows) => copyIn(client, table, rows))
    })
    for (const { table, column, last, isCalled } of head.sequences) {
      const sequence = 'pg_get_serial_sequence(quote_ident($1), $2)::regclass'
      await client.query(`select setval(${sequence}, $3::bigint, $4::boolean)`, [
        table,
        column,
        last,
        isCalled,
      ])
    }
    await migrateInTransaction(db)
    await recomputeSearchText(client)
    await client.query('analyze')
    const settled = await settle(tx, client)
    await tx.commit().execute()
    return settled
  })
}

/** Wraps one connection in Kysely, so that its queries and COPY share a transaction. */
function databaseOf(client: pg.Client): Kysely<Tables> {
  const pooled = { query: client.query.bind(client), release: () => {} }
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect: async () => pooled, end: async () => {} } }),
  })
}

function refuseUnknownTables({ tables, schema }: SnapshotHeader, known: readonly SnapshotTable[]): void {
  for (const table of tables) {
    const columns = known.find(({ name }) => name === table.name)?.columns ?? []
    if (!table.columns.every((column) => columns.includes(column))) throw new UnknownTableError(table, schema)
  }
}

/**
 * Runs `work` with the product's own triggers disabled, because their effects are already in the rows. Foreign keys are still
 * checked. Unlike `session_replication_role`, this needs no superuser.
 */
async function withoutTriggers(
  client: pg.Client,
  tables: readonly SnapshotTable[],
  work: () => Promise<void>,
): Promise<void> {
  const setTriggers = async (action: 'disable' | 'enable') => {
    for (const { name } of tables)
      await client.query(`alter table ${quoteIdentifiers([name])} ${action} trigger user`)
  }
  await setTriggers('disable')
  await work()
  await setTriggers('enable')
}

/**
 * Computes the column `search` again where it contains ı. An earlier version of Minbar may have filled the database in a Turkish locale, in
 * which the lowercase of I is ı. Naming a column in an update fires the trigger `set_search`.
 */
async function recomputeSearchText(client: pg.Client): Promise<void> {
  for (const table of ['masjids', 'khateebs'])
    await client.query(`update ${table} set city = city where search like '%ı%'`)
}

async function copyIn(
  client: pg.Client,
  { name, columns }: SnapshotTable,
  rows: Readable | AsyncIterable<Buffer>,
): Promise<number> {
  const into = client.query(
    copyFrom(`copy ${quoteIdentifiers([name])} (${quoteIdentifiers(columns)}) from stdin`),
  )
  await pipeline(rows, into)
  return into.rowCount
}
