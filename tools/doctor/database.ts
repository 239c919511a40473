import { sql } from 'kysely'
import {
  type DatabaseFacts,
  databaseFactsSql,
  requiredExtensions,
  unmetRequirement,
} from '../../server/database/requirements.ts'
import { type Check, failed, ok } from './check.ts'

/**
 * Selects the required extensions that were dropped. Empty in a database without the schema, because the first migration creates the
 * extensions.
 */
const droppedExtensions = sql<readonly string[]>`
  array(
    select it from unnest(${requiredExtensions}::text[]) it
    where to_regclass('kysely_migration') is not null and not exists (select from pg_extension where extname = it)
  )`

/** Checks that the database answers, meets the requirements of the server, and accepts changes. */
export const checkDatabase: Check = async ({ readDatabase }) => {
  const { rows } = await readDatabase((tx) => sql.raw<DatabaseFacts>(databaseFactsSql).execute(tx))
  const unmet = unmetRequirement(rows, 'in DATABASE_URL')
  if (unmet !== undefined) return failed(unmet)
  const state = await readDatabase((tx) =>
    tx
      .selectNoFrom([
        sql<boolean>`pg_is_in_recovery()`.as('recovering'),
        sql<boolean>`current_setting('default_transaction_read_only') = 'on'`.as('readOnly'),
        droppedExtensions.as('droppedExtensions'),
      ])
      .executeTakeFirstOrThrow(),
  )
  const name = `PostgreSQL ${rows[0]?.version}`
  if (state.droppedExtensions.length > 0) {
    const dropped = state.droppedExtensions.join(', ')
    return failed(`The database lacks ${dropped}: run create extension for each of them as superuser.`)
  }
  if (state.recovering) {
    return failed(`${name} is a read-only standby: set DATABASE_URL to the primary, or promote this one.`)
  }
  if (state.readOnly) {
    return failed(
      `${name} is set to read only, so every change is refused: set default_transaction_read_only to off.`,
    )
  }
  return ok(`${name} answers and accepts changes.`)
}
