import type pg from 'pg'
import { OperatorError } from '../operator-error.ts'

/** The oldest major version of PostgreSQL that Minbar supports. */
export const oldestPostgres = 15

/** The extensions that the migrations create. */
export const requiredExtensions = ['cube', 'btree_gist', 'pg_trgm']

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
  const { rows } = await client.query<{ major: number; shown: string; encoding: string; missing: string[] }>(
    `select current_setting('server_version_num')::int / 10000 as major, current_setting('server_version') as shown,
       current_setting('server_encoding') as encoding,
       array(select name from unnest($1::text[]) as name
             where name not in (select name from pg_available_extensions)) as missing`,
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
  return encodingProblem(it.encoding, name)
}

/**
 * Returns a sentence for the operator if a database's encoding is not UTF8: the search needs PostgreSQL's Unicode normalization, which
 * works only in UTF8.
 */
export function encodingProblem(encoding: string, name: string): string | undefined {
  if (encoding === 'UTF8') return undefined
  return `The database ${name} is encoded in ${encoding}: create it with encoding 'UTF8'.`
}
