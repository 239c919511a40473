import type pg from 'pg'
import { OperatorError } from '../operator-error.ts'

/** The oldest major version of PostgreSQL that Minbar supports. */
export const oldestPostgres = 15

/** The extensions that the migrations create. */
export const requiredExtensions = ['cube', 'btree_gist', 'pg_trgm']

/** What `unmetRequirement` checks, as `databaseFactsSql` selects it. */
export interface DatabaseFacts {
  readonly majorVersion: number
  readonly version: string
  /** The required extensions that PostgreSQL does not offer. */
  readonly missingExtensions: readonly string[]
  /** The required extensions whose schema is not in the search path, or may not be used. */
  readonly hiddenExtensions: readonly {
    readonly name: string
    readonly schema: string
    /** The statement that allows the user to use the schema; null if the user already may. */
    readonly grant: string | null
  }[]
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

/** SQL that selects DatabaseFacts, in any version of PostgreSQL. `current_schemas` omits the schemas that the user may not use. */
export const databaseFactsSql = `
  select current_setting('server_version_num')::int / 10000 as "majorVersion", current_setting('server_version') as version,
    array(select name from unnest('{${requiredExtensions.join()}}'::text[]) as name
          where name not in (select name from pg_available_extensions)) as "missingExtensions",
    (select coalesce(json_agg(json_build_object('name', extname, 'schema', nspname, 'grant',
         case when not has_schema_privilege(n.oid, 'usage')
           then format('grant usage on schema %I to %I', nspname, current_user) end) order by extname), '[]')
     from pg_extension e join pg_namespace n on n.oid = e.extnamespace
     where extname = any('{${requiredExtensions.join()}}') and nspname <> all(current_schemas(true))) as "hiddenExtensions",
    current_setting('server_encoding') as encoding, lower('I') as "lowercaseI",
    format('%I in database %I', session_user, current_database()) as role,
    (select json_agg(json_build_object('name', name, 'value', setting, 'isOption', source = 'client') order by name)
     from pg_settings where name in ('DateStyle', 'standard_conforming_strings')) as parameters`

/** Minbar's schema cannot be created in this database. The message is one sentence that tells the operator what to do. */
class UnusableDatabaseError extends OperatorError {}

/** Rejects with UnusableDatabaseError if the database does not meet the requirements. */
export async function refuseUnusableDatabase(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<DatabaseFacts>(databaseFactsSql)
  const unmet = unmetRequirement(rows, 'in DATABASE_URL')
  if (unmet !== undefined) throw new UnusableDatabaseError(unmet)
}

/**
 * Returns the requirement that a database does not meet, as a sentence that tells the operator what to do; undefined if it meets all of
 * them.
 * @param rows the result of `databaseFactsSql`
 */
export function unmetRequirement([facts]: readonly DatabaseFacts[], name: string): string | undefined {
  if (facts === undefined) return undefined
  const { majorVersion, version, missingExtensions } = facts
  if (majorVersion < oldestPostgres) {
    return `The database ${name} is PostgreSQL ${version}, and Minbar needs ${oldestPostgres} or newer.`
  }
  if (missingExtensions.length > 0) {
    return `The PostgreSQL of the database ${name} has no extension ${missingExtensions.join(', ')}: install its package of contributed extensions.`
  }
  return hiddenExtensionsProblem(facts, name) ?? settingsProblem(facts, name)
}

/** Returns a sentence for the operator if the user cannot use a required extension because of its schema. */
function hiddenExtensionsProblem({ hiddenExtensions }: DatabaseFacts, name: string): string | undefined {
  if (hiddenExtensions.length === 0) return undefined
  const unusable = hiddenExtensions.filter(({ grant }) => grant !== null)
  if (unusable.length > 0) {
    const grants = [...new Set(unusable.map(({ grant }) => grant))].join('; ')
    return `The database ${name} has ${placesOf(unusable)}, which this user may not use: run ${grants}.`
  }
  return `The database ${name} has ${placesOf(hiddenExtensions)}: add this schema to the search_path of the database or its user.`
}

function placesOf(extensions: DatabaseFacts['hiddenExtensions']): string {
  return extensions.map(({ name, schema }) => `${name} in the schema ${schema}`).join(', ')
}

/**
 * Returns a sentence for the operator if Minbar cannot use the database's encoding, its locale, or a parameter of its connections.
 * Otherwise returns undefined.
 */
function settingsProblem(
  { encoding, lowercaseI, role, parameters }: DatabaseFacts,
  name: string,
): string | undefined {
  // The search needs PostgreSQL's Unicode normalization, which works only in UTF8.
  if (encoding !== 'UTF8')
    return `The database ${name} is encoded in ${encoding}: create it with encoding 'UTF8'.`
  // With a Turkish or Azerbaijani locale, the search would not find `ISLAMIC CENTER` by `islamic center`.
  if (lowercaseI !== 'i')
    return `The database ${name} has a locale in which the lowercase of I is ${lowercaseI}: create another database with another locale, such as 'C.UTF-8'. If this one has data, make a backup (npm run backup), and restore the file there (npm run restore -- FILE).`
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
