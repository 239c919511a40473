import type pg from 'pg'
import { OperatorError } from '../operator-error.ts'

/** The oldest major version of PostgreSQL that Minbar supports. */
export const oldestPostgres = 15

/** The extensions that the migrations create. */
export const requiredExtensions = ['cube', 'btree_gist', 'pg_trgm']

/** What `settingsProblem` checks, as `databaseSettingsSql` selects it. */
export interface DatabaseSettings {
  readonly encoding: string
  /** The result of `lower('I')` in the database. */
  readonly lowercaseI: string
  /** The role and the database, as `alter role` names them. */
  readonly role: string
  readonly parameters: readonly {
    readonly name: 'DateStyle' | 'standard_conforming_strings'
    readonly value: string
    /** Whether an option of the connection has set it. */
    readonly isOption: boolean
  }[]
}

/** SQL that selects DatabaseSettings. */
export const databaseSettingsSql = `
  select current_setting('server_encoding') as encoding, lower('I') as "lowercaseI",
    format('%I in database %I', session_user, current_database()) as role,
    (select json_agg(json_build_object('name', name, 'value', setting, 'isOption', source = 'client') order by name)
     from pg_settings where name in ('DateStyle', 'standard_conforming_strings')) as parameters`

/** Minbar's schema cannot be created in this database. The message is one sentence that tells the operator what to do. */
class UnusableDatabaseError extends OperatorError {}

/** Rejects with UnusableDatabaseError if the database does not meet the requirements. */
export async function refuseUnusableDatabase(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const unmet = await unmetRequirement(client, 'in DATABASE_URL')
  if (unmet !== undefined) throw new UnusableDatabaseError(unmet)
}

/**
 * Resolves with the requirement that a database does not meet, as a sentence that tells the operator what to do; undefined if it meets all
 * of them.
 */
export async function unmetRequirement(
  client: Pick<pg.ClientBase, 'query'>,
  name: string,
): Promise<string | undefined> {
  const { rows } = await client.query<{
    major: number
    shown: string
    missing: string[]
    hidden: string[]
  }>(
    `select current_setting('server_version_num')::int / 10000 as major, current_setting('server_version') as shown,
       array(select name from unnest($1::text[]) as name
             where name not in (select name from pg_available_extensions)) as missing,
       array(select format('%s in the schema %s', e.extname, n.nspname)
             from pg_extension e join pg_namespace n on n.oid = e.extnamespace
             where e.extname = any($1) and n.nspname <> all(current_schemas(true)) order by 1) as hidden`,
    [requiredExtensions],
  )
  const [it] = rows
  if (it === undefined) return undefined
  if (it.major < oldestPostgres) {
    return `The database ${name} is PostgreSQL ${it.shown}, and Minbar needs ${oldestPostgres} or newer.`
  }
  if (it.missing.length > 0) {
    return `The PostgreSQL of the database ${name} has no extension ${it.missing.join(', ')}: install its package of contributed extensions.`
  }
  if (it.hidden.length > 0) {
    return `The database ${name} has ${it.hidden.join(', ')}: add this schema to the search_path of the database or its user.`
  }
  const [settings] = (await client.query<DatabaseSettings>(databaseSettingsSql)).rows
  return settings && settingsProblem(settings, name)
}

/**
 * Returns a sentence for the operator if Minbar cannot use the database's encoding, its locale, or a parameter of its connections.
 * Otherwise returns undefined.
 */
export function settingsProblem(
  { encoding, lowercaseI, role, parameters }: DatabaseSettings,
  name: string,
): string | undefined {
  // The search needs PostgreSQL's Unicode normalization, which works only in UTF8.
  if (encoding !== 'UTF8')
    return `The database ${name} is encoded in ${encoding}: create it with encoding 'UTF8'.`
  // With a Turkish or Azerbaijani locale, the search would not find `ISLAMIC CENTER` by `islamic center`.
  if (lowercaseI !== 'i')
    return `The database ${name} has a locale in which the lowercase of I is ${lowercaseI}: create it with another locale, such as 'C.UTF-8'.`
  // pg can parse only instants in the DateStyle ISO. With `standard_conforming_strings` off, PostgreSQL would read the backslashes in our
  // patterns as escapes.
  for (const { name: setting, value, isOption } of parameters) {
    const needed = setting === 'DateStyle' ? 'ISO, MDY' : 'on'
    const isUsable = setting === 'DateStyle' ? value.startsWith('ISO') : value === needed
    if (isUsable) continue
    const advice = isOption
      ? `remove ${setting} from PGOPTIONS and from the options in the URL`
      : `run alter role ${role} set ${setting} to '${needed}'`
    return `The database ${name} has ${setting} = '${value}', and Minbar needs '${needed}': ${advice}.`
  }
  return undefined
}
