import { sql } from 'kysely'
import type { Database } from '../../server/database/database.ts'

/** Counting a call is no effect of it; the clock is the tests' own. */
const aside = new Set(['rate_limits', 'test_clock'])

/** Every row of every table, by table: what must be the same after a call that was refused. */
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
  return tables.map((it) => it.name).filter((name) => !aside.has(name))
}
