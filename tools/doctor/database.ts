import { sql } from 'kysely'
import type { Check } from './check.ts'
import { findingsOf } from './finding.ts'

const { ok, wrong } = findingsOf('database')

/** A `server_version_num`. */
const oldest = 150_000

const extensions = ['cube', 'btree_gist', 'pg_trgm']

interface Facts {
  readonly version: string
  readonly number: number
  readonly recovering: boolean
  readonly readOnly: boolean
  /** Required extensions that are neither installed nor installable. */
  readonly missingExtensions: readonly string[]
}

/** Checks that the database answers, is new enough, has the extensions, and accepts changes. */
export const checkDatabase: Check = async ({ readDatabase }) => {
  const { rows } = await readDatabase((tx) =>
    sql<Facts>`
      select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
        pg_is_in_recovery() as recovering, current_setting('default_transaction_read_only') = 'on' as "readOnly",
        array(
          select it from unnest(${extensions}::text[]) it
          where not exists (select from pg_extension where extname = it)
            and (to_regclass('kysely_migration') is not null
              or not exists (select from pg_available_extensions where name = it))
        ) as "missingExtensions"`.execute(tx),
  )
  const [facts] = rows
  if (facts === undefined) return []
  const name = `PostgreSQL ${facts.version}`
  if (facts.number < oldest) return [wrong(`${name} is too old for Minbar: install 15 or newer.`)]
  if (facts.missingExtensions.length > 0) {
    const missing = facts.missingExtensions.join(', ')
    return [
      wrong(
        `The database lacks ${missing}: install PostgreSQL's contrib package, then run create extension for each of them as superuser.`,
      ),
    ]
  }
  if (facts.recovering) {
    return [wrong(`${name} is a read-only standby: set DATABASE_URL to the primary, or promote this one.`)]
  }
  if (facts.readOnly) {
    return [
      wrong(
        `${name} is set to read only, so every change is refused: set default_transaction_read_only to off.`,
      ),
    ]
  }
  return [ok(`${name} answers and accepts changes.`)]
}
