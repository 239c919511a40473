import { query } from './postgres-database.ts'

/** Reads every row of every table as text. Returns the sorted rows by table name. */
export async function readAllRows(url: string): Promise<Record<string, readonly string[]>> {
  const tables = await query<{ name: string }>(
    url,
    `select tablename as name from pg_tables where schemaname = current_schema() order by 1`,
  )
  const found: [string, string[]][] = []
  for (const { name } of tables) {
    const rows = await query<{ row: string }>(url, `select t::text as row from "${name}" t order by 1`)
    found.push([name, rows.map(({ row }) => row)])
  }
  return Object.fromEntries(found)
}

/** Tables that a restore changes on purpose. */
export const tablesChangedByRestore = new Set([
  'answer_links',
  'audit',
  'authenticator_app_setups',
  'kysely_migration',
  'letters',
  'links',
  'passkey_challenges',
  'rate_limits',
  'sessions',
  'upkeep',
])
