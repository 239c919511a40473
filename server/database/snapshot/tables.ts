import type pg from 'pg'

/** A table whose rows are part of a snapshot. */
export interface SnapshotTable {
  readonly name: string
  /** Its columns but the generated ones, which PostgreSQL computes. */
  readonly columns: readonly string[]
}

interface Found extends SnapshotTable {
  /** Tables that its foreign keys refer to. */
  readonly refersTo: readonly string[]
}

/** The migrator's, as the schema is made by migrations on both sides; and how far a move of this very database has come. */
const ownTables = ['kysely_migration', 'kysely_migration_lock', 'move_state']

/**
 * The product's tables, asked from the catalog of the current schema. A table stands after all tables that its foreign
 * keys refer to, so rows can be inserted in this order.
 */
export async function tablesOf(client: pg.Client): Promise<SnapshotTable[]> {
  const { rows } = await client.query<Found>(
    `select c.relname as name,
       array(
         select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
         order by a.attnum) as columns,
       array(
         select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
         where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as "refersTo"
     from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> all($1)
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by c.relname`,
    [ownTables],
  )
  return inOrderOfReference(rows)
}

function inOrderOfReference(tables: readonly Found[]): SnapshotTable[] {
  const placed = new Map<string, SnapshotTable>()
  let waiting = tables
  while (waiting.length > 0) {
    const ready = waiting.filter(({ refersTo }) => refersTo.every((name) => placed.has(name)))
    if (ready.length === 0) {
      throw new Error(
        `Tables refer to each other in a circle: ${waiting.map(({ name }) => name).join(', ')}.`,
      )
    }
    for (const { name, columns } of ready) placed.set(name, { name, columns })
    waiting = waiting.filter(({ name }) => !placed.has(name))
  }
  return [...placed.values()]
}
