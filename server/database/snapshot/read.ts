import type { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { OperatorError } from '../../operator-error.ts'
import { hasTable } from '../has-table.ts'
import { applySnapshotSettings, withSnapshotConnection } from './connection.ts'
import type { SequencePosition, SnapshotHeader } from './snapshot-header.ts'
import { listSnapshotTables, quoteIdentifiers, type SnapshotTable } from './snapshot-tables.ts'

/** The database has no Minbar schema. */
export class NoSchemaError extends OperatorError {
  constructor() {
    super('This database holds no Minbar data, so there is nothing to read: check DATABASE_URL or DATA_DIR.')
  }
}

/**
 * Streams the rows of a table in the text format of PostgreSQL's COPY, UTF-8: one line per row. Read one table at a time, because all
 * tables share one connection.
 */
type ReadRows = (table: SnapshotTable) => Readable

/**
 * Reads a consistent snapshot of the database while others write to it. The snapshot contains everything that was committed before the
 * call. Works on a standby and on older schemas, too. Rejects with NoSchemaError.
 * @param use may read rows until its promise settles
 */
export function readSnapshot<T>(
  url: string,
  use: (head: SnapshotHeader, rowsOf: ReadRows) => Promise<T>,
): Promise<T> {
  return withSnapshotConnection(url, async (client) => {
    await beginReading(client)
    const head = {
      ...(await readDescription(client)),
      tables: await listSnapshotTables(client),
      sequences: await sequencesOf(client),
    }
    const result = await use(head, ({ name, columns }) =>
      client.query(copyTo(`copy ${quoteIdentifiers([name])} (${quoteIdentifiers(columns)}) to stdout`)),
    )
    await client.query('commit')
    return result
  })
}

/**
 * Begins the transaction. Locks the tables before the first query, because that query takes the snapshot (LOCK TABLE takes none).
 * A migration between the snapshot and the locks could rewrite a table, which would then look empty.
 */
async function beginReading(client: pg.Client): Promise<void> {
  const tables = await listSnapshotTables(client)
  if (tables.length === 0) throw new NoSchemaError()
  await client.query('begin isolation level repeatable read read only')
  await client.query(`set local lock_timeout = '10s'`)
  await client.query(`lock table ${quoteIdentifiers(tables.map(({ name }) => name))} in access share mode`)
  await applySnapshotSettings(client)
  if (!isDeepStrictEqual(await listSnapshotTables(client), tables)) {
    throw new Error('A migration changed the schema while reading began: try again.')
  }
}

async function readDescription(client: pg.Client): Promise<Omit<SnapshotHeader, 'tables' | 'sequences'>> {
  if (!(await hasTable(client, 'kysely_migration'))) throw new NoSchemaError()
  // now() is the start of the transaction, so it is earlier than the snapshot.
  const { rows } = await client.query<{ schema: string; version: string; takenAt: Date }>(
    `select max(name collate "C") as schema, current_setting('server_version') as version, now() as "takenAt"
     from kysely_migration having count(*) > 0`,
  )
  const [it] = rows
  if (it === undefined) throw new NoSchemaError()
  // Debian appends its package version after a space.
  const [postgres = ''] = it.version.split(' ')
  return { schema: it.schema, postgres, takenAt: it.takenAt.toISOString() }
}

/**
 * Resolves with the positions of all sequences. Sequences are not transactional: they are read after the snapshot was taken, so their
 * positions are past the numbers in all rows of the snapshot.
 */
async function sequencesOf(client: pg.Client): Promise<SequencePosition[]> {
  const { rows } = await client.query<Pick<SequencePosition, 'table' | 'column'> & { sequence: string }>(
    `select t.relname as table, a.attname as column, s.oid::regclass::text as sequence
     from pg_class s
     join pg_depend d on d.objid = s.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')
     join pg_class t on t.oid = d.refobjid
     join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
     where s.relkind = 'S' and s.relnamespace = quote_ident(current_schema())::regnamespace
     order by 1, 2`,
  )
  const positions: SequencePosition[] = []
  for (const { table, column, sequence } of rows) {
    const { rows: states } = await client.query<Pick<SequencePosition, 'last' | 'isCalled'>>(
      `select last_value as last, is_called as "isCalled" from ${sequence}`,
    )
    for (const state of states) positions.push({ table, column, ...state })
  }
  return positions
}
