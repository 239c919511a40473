import { sql } from 'kysely'
import type { Database } from '../../server/database/database.ts'

/** Tables that a refused call may change: counters of limits, challenges that it has used up, and the tests' own clock. */
const ignored = new Set(['rate_limits', 'passkey_challenges', 'test_clock'])

/** All rows by table, to check that a refused call changed nothing. */
export async function snapshot({ reader }: Database): Promise<Record<string, string>> {
  const tables = await tablesOf(reader)
  const rows = sql.join(
    tables.map(
      (name) =>
        sql`(select coalesce(string_agg(t::text, E'\n' order by t::text), '') from ${sql.table(name)} t)`,
    ),
  )
  const { rows: found } = await sql<{ all: string[] }>`select array[${rows}] as all`.execute(reader)
  return Object.fromEntries(tables.map((name, index) => [name, found[0]?.all[index] ?? '']))
}

async function tablesOf(reader: Database['reader']): Promise<string[]> {
  const tables = await reader.introspection.getTables()
  return tables.map((it) => it.name).filter((name) => !ignored.has(name))
}
