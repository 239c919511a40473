import { Client } from 'pg'

/** Reads every row of every table as text, sorted. Keyed by table name. */
export async function readAllRows(url: string): Promise<Record<string, readonly string[]>> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = current_schema() order by 1`,
    )
    const found: [string, string[]][] = []
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(
        `select t::text as row from "${name}" t order by 1`,
      )
      found.push([name, rows.map(({ row }) => row)])
    }
    return Object.fromEntries(found)
  } finally {
    await client.end()
  }
}
