import { type RawBuilder, sql } from 'kysely'
import type { Database, Queryable } from '../../server/database/database.ts'

/** Tables that a refused call may change: rate limit counters, used passkey challenges, and the tests' own clock. */
const ignoredTables = new Set(['rate_limits', 'passkey_challenges', 'test_clock'])

/** Returns all rows as text, by table, for a text search. */
export function rowsByTable(database: Database): Promise<Record<string, string>> {
  return readTables(database, sql`coalesce(string_agg(t::text, E'\n' order by t::text), '')`)
}

/** Returns the names of the tables that contain one of the texts, in alphabetical order. */
export async function tablesWithText(database: Database, ...texts: readonly string[]): Promise<string[]> {
  const tables = Object.entries(await rowsByTable(database))
  const found = tables.filter(([, rows]) => texts.some((text) => rows.includes(text)))
  return found.map(([name]) => name).toSorted()
}

/**
 * Returns the row count and the sum of the row hashes, by table, to check that a refused call changed nothing. This is faster than reading
 * all rows.
 */
export function fingerprintByTable(database: Database): Promise<Record<string, string>> {
  return readTables(database, sql`concat(count(*), ' rows, ', sum(hashtextextended(t::text, 0)))`)
}

/** Reads an aggregate of the rows of each table. The aggregate's SQL calls a row `t`. */
async function readTables({ db }: Database, aggregate: RawBuilder<unknown>): Promise<Record<string, string>> {
  const tables = await tablesOf(db)
  const each = sql.join(tables.map((name) => sql`(select ${aggregate} from ${sql.table(name)} t)`))
  const { rows } = await sql<{ all: string[] }>`select array[${each}] as all`.execute(db)
  return Object.fromEntries(tables.map((name, index) => [name, rows[0]?.all[index] ?? '']))
}

const knownTables = new WeakMap<Queryable, Promise<readonly string[]>>()

/** Returns the names of the tables to read. Asks a database only once, because the catalog query is slow and tests add no tables. */
function tablesOf(reader: Queryable): Promise<readonly string[]> {
  const known = knownTables.get(reader)
  if (known !== undefined) return known
  const asked = reader.introspection
    .getTables()
    .then((tables) => tables.map((it) => it.name).filter((name) => !ignoredTables.has(name)))
  knownTables.set(reader, asked)
  return asked
}
