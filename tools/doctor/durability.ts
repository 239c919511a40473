import { sql } from 'kysely'
import { type Check, failed, ok } from './check.ts'

/** Checks, by the settings of PostgreSQL, that committed changes survive a crash of the machine. */
export const checkDurability: Check = async ({ readDatabase }) => {
  const { rows } = await readDatabase((tx) =>
    sql<{ name: string }>`
      select name from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'
      order by name`.execute(tx),
  )
  if (rows.length === 0) return ok('Every committed change has reached the disk.')
  const names = rows.map(({ name }) => name).join(', ')
  return failed(
    `A crash of the machine can lose committed changes: turn these PostgreSQL settings on: ${names}.`,
  )
}
