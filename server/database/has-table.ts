import type pg from 'pg'

/** Whether the current schema has a table of this name. */
export async function hasTable(client: Pick<pg.ClientBase, 'query'>, name: string): Promise<boolean> {
  const { rowCount } = await client.query('select where to_regclass($1) is not null', [name])
  return rowCount !== 0
}
