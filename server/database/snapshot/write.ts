import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Tx } from '../database.ts'
import { migrateWithin } from '../migrate.ts'
import type { Tables } from '../tables.ts'
import { withSnapshotConnection, applySnapshotSettings } from './connection.ts'
import { emptyTarget } from './empty-target.ts'
import { quoteIdentifiers } from './quote-identifiers.ts'
import type { SequencePosition, SnapshotHead } from './snapshot.ts'
import { type SnapshotTable, tablesOf } from './tables.ts'

/** The snapshot names a table or a column that its schema does not have. */
export class UnknownTableError extends Error {
  override readonly name = 'UnknownTableError'

  constructor({ name }: SnapshotTable, schema: string) {
    super(`The table ${name} is not as the schema ${schema} has it: the snapshot was not made by Minbar.`)
  }
}

/** Inserts the rows of a table, in the format in which a snapshot has them, and gives their number. */
export type CopyIn = (table: SnapshotTable, rows: Readable | AsyncIterable<Buffer>) => Promise<number>

/**
 * Fills an empty database with a snapshot and brings it to the newest schema, all in one transaction: afterwards the
 * database is complete, or as it was. The rows go into the schema that they were read from; then the later migrations run.
 *
 * Rejects with TargetInUseError, UnknownTableError or PostgreSQL's own error. The caller has made sure that this version
 * knows the schema.
 * @param fill copies the rows of each table in, in the order of `head.tables`
 * @param settle is given the filled database at the newest schema, before the commit
 */
export function writeSnapshot<T>(
  url: string,
  head: SnapshotHead,
  fill: (copyIn: CopyIn) => Promise<void>,
  settle: (tx: Tx) => Promise<T>,
): Promise<T> {
  return withSnapshotConnection(url, async (client) => {
    const db = databaseOf(client)
    const tx = await db.startTransaction().execute()
    await applySnapshotSettings(client)
    await emptyTarget(client)
    await migrateWithin(db, head.schema)
    const tables = await tablesOf(client)
    refuseUnknown(head, tables)
    await withoutTriggers(client, tables, async () => {
      // Some have rows that a migration inserted.
      await client.query(`truncate ${quoteIdentifiers(tables.map(({ name }) => name))}`)
      await fill((table, rows) => copyIn(client, table, rows))
    })
    for (const position of head.sequences) await setSequence(client, position)
    await migrateWithin(db)
    await client.query('analyze')
    const settled = await settle(tx)
    await tx.commit().execute()
    return settled
  })
}

/** Kysely on one connection, so that its queries are part of the transaction that COPY belongs to. */
function databaseOf(client: pg.Client): Kysely<Tables> {
  const lent = { query: client.query.bind(client), release: () => {} }
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect: async () => lent, end: async () => {} } }),
  })
}

function refuseUnknown({ tables, schema }: SnapshotHead, known: readonly SnapshotTable[]): void {
  for (const table of tables) {
    const columns = known.find(({ name }) => name === table.name)?.columns ?? []
    if (!table.columns.every((column) => columns.includes(column))) throw new UnknownTableError(table, schema)
  }
}

/**
 * Runs `work` while the product's own triggers rest: what they would do was done when the rows were first written. Foreign
 * keys are still checked. This needs no superuser, unlike `session_replication_role`.
 */
async function withoutTriggers(
  client: pg.Client,
  tables: readonly SnapshotTable[],
  work: () => Promise<void>,
): Promise<void> {
  const turn = async (how: 'disable' | 'enable') => {
    for (const { name } of tables) await client.query(`alter table ${quoteIdentifiers([name])} ${how} trigger user`)
  }
  await turn('disable')
  await work()
  await turn('enable')
}

async function copyIn(
  client: pg.Client,
  { name, columns }: SnapshotTable,
  rows: Readable | AsyncIterable<Buffer>,
): Promise<number> {
  const into = client.query(copyFrom(`copy ${quoteIdentifiers([name])} (${quoteIdentifiers(columns)}) from stdin`))
  await pipeline(rows, into)
  return into.rowCount
}

async function setSequence(
  client: pg.Client,
  { table, column, last, isCalled }: SequencePosition,
): Promise<void> {
  const sequence = 'pg_get_serial_sequence(quote_ident($1), $2)::regclass'
  await client.query(`select setval(${sequence}, $3::bigint, $4::boolean)`, [table, column, last, isCalled])
}
