import { sql } from 'kysely'
import {
  type DatabaseSettings,
  databaseSettingsSql,
  oldestPostgres,
  requiredExtensions,
  settingsProblem,
} from '../../server/database/requirements.ts'
import { type Check, failed, ok } from './check.ts'

/**
 * Selects the required extensions that are not installed. In a database without the schema, omits those that are available, because the
 * first migration installs them.
 */
const missingExtensions = sql<readonly string[]>`
  array(
    select it from unnest(${requiredExtensions}::text[]) it
    where not exists (select from pg_extension where extname = it)
      and (to_regclass('kysely_migration') is not null
        or not exists (select from pg_available_extensions where name = it))
  )`

/**
 * Checks that the database answers, is new enough, is encoded in UTF8, has a usable locale and the required extensions and settings, and
 * accepts changes.
 */
export const checkDatabase: Check = async ({ readDatabase }) => {
  const facts = await readDatabase((tx) =>
    tx
      .selectNoFrom([
        sql<string>`current_setting('server_version')`.as('version'),
        sql<number>`current_setting('server_version_num')::int / 10000`.as('major'),
        sql<boolean>`pg_is_in_recovery()`.as('recovering'),
        sql<boolean>`current_setting('default_transaction_read_only') = 'on'`.as('readOnly'),
        missingExtensions.as('missingExtensions'),
      ])
      .executeTakeFirstOrThrow(),
  )
  const [settings] = (await readDatabase((tx) => sql.raw<DatabaseSettings>(databaseSettingsSql).execute(tx)))
    .rows
  const name = `PostgreSQL ${facts.version}`
  if (facts.major < oldestPostgres)
    return failed(`${name} is too old for Minbar: install ${oldestPostgres} or newer.`)
  const unusable = settings && settingsProblem(settings, 'in DATABASE_URL')
  if (unusable !== undefined) return failed(unusable)
  if (facts.missingExtensions.length > 0) {
    const missing = facts.missingExtensions.join(', ')
    return failed(
      `The database lacks ${missing}: install PostgreSQL's contrib package, then run create extension for each of them as superuser.`,
    )
  }
  if (facts.recovering) {
    return failed(`${name} is a read-only standby: set DATABASE_URL to the primary, or promote this one.`)
  }
  if (facts.readOnly) {
    return failed(
      `${name} is set to read only, so every change is refused: set default_transaction_read_only to off.`,
    )
  }
  return ok(`${name} answers and accepts changes.`)
}
