import pg from 'pg'

/** A table whose rows are part of a snapshot. */
export interface SnapshotTable {
  readonly name: string
  /** All columns except the generated ones, which PostgreSQL computes. */
  readonly columns: readonly string[]
}

interface TableWithReferences extends SnapshotTable {
  /** Tables that its foreign keys refer to. */
  readonly refersTo: readonly string[]
}

/**
 * These tables are not copied. Migrations create the schema on both sides, and the state of a move belongs to only one of the two
 * databases.
 */
const excludedTables = ['kysely_migration', 'kysely_migration_lock', 'move_state']

/** Quotes names of tables or columns for SQL, and joins them with commas. */
export function quoteIdentifiers(names: readonly string[]): string {
  return names.map((name) => pg.escapeIdentifier(name)).join(', ')
}

/**
 * Reads the product's tables from the catalog of the current schema. Each table comes after all tables that its foreign keys
 * refer to, so rows can be inserted in this order.
 */
export async function listSnapshotTables(client: pg.Client): Promise<SnapshotTable[]> {
  const { rows } = await client.query<TableWithReferences>(
    `select c.relname as name,
       array(
         select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
         order by a.attnum) as columns,
       array(
         select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
         where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as "refersTo"
     from pg_class c
     where c.relnamespace = quote_ident(current_schema())::regnamespace and c.relkind = 'r' and c.relname <> all($1)
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by c.relname`,
    [excludedTables],
  )
  return sortByReference(rows)
}

function sortByReference(tables: readonly TableWithReferences[]): SnapshotTable[] {
  const ordered = new Map<string, SnapshotTable>()
  let remaining = tables
  while (remaining.length > 0) {
    const ready = remaining.filter(({ refersTo }) => refersTo.every((name) => ordered.has(name)))
    if (ready.length === 0) {
      throw new Error(`Foreign keys of tables form a cycle: ${remaining.map(({ name }) => name).join(', ')}.`)
    }
    for (const { name, columns } of ready) ordered.set(name, { name, columns })
    remaining = remaining.filter(({ name }) => !ordered.has(name))
  }
  return [...ordered.values()]
}
