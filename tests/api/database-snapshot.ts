import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../server/database/database.ts'

/** Tables that a refused call may change: counters of limits, challenges that it has used up, and the tests' own clock. */
const ignored = new Set(['rate_limits', 'passkey_challenges', 'test_clock'])

/** All rows by table, as text, to look for a text in them. */
export function rowsByTable(database: Database): Promise<Record<string, string>> {
  return readTables(database, sql`coalesce(string_agg(t::text, E'\n' order by t::text), '')`)
}

/**
 * The number of rows by table, with the sum of their hashes, to check that a refused call changed nothing. Reading the rows themselves
 * would take half the time of the tests that do this twice each.
 */
export function fingerprintByTable(database: Database): Promise<Record<string, string>> {
  return readTables(database, sql`concat(count(*), ' rows, ', sum(hashtextextended(t::text, 0)))`)
}

/** Reads an aggregate of the rows `t` of each table. */
async function readTables(
  { reader }: Database,
  aggregate: RawBuilder<unknown>,
): Promise<Record<string, string>> {
  const found = await reader.introspection.getTables()
  const tables = found.map((it) => it.name).filter((name) => !ignored.has(name))
  const each = sql.join(tables.map((name) => sql`(select ${aggregate} from ${sql.table(name)} t)`))
  const { rows } = await sql<{ all: string[] }>`select array[${each}] as all`.execute(reader)
  return Object.fromEntries(tables.map((name, index) => [name, rows[0]?.all[index] ?? '']))
}
