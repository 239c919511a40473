import { readdir, readFile } from 'node:fs/promises'
import { Kysely, type Migration, Migrator, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { errorReason } from '../error-reason.ts'
import { OperatorError } from '../operator-error.ts'
import { serverFileUrl } from '../server-files.ts'
import type { Database } from './database.ts'
import { refuseMovedDatabase } from './move-state.ts'
import { refuseUnusableDatabase } from './requirements.ts'

const folder = serverFileUrl('database/migrations/')

/** The database has migrations that this version doesn't have. */
class UnknownSchemaError extends OperatorError {
  constructor(unknown: string, age: 'older' | 'newer') {
    super(
      age === 'newer'
        ? `The database has the schema of a newer Minbar (${unknown}): start that version or a newer one.`
        : `The database has the schema of an older Minbar (${unknown}), which this version cannot upgrade: start that version, or this one with an empty database.`,
    )
  }
}

/** The file of this version's first migration. */
const firstMigration = '0110-schema.sql'

/** What to do about a database with an early form of the first migration, as the second part of a sentence. */
export const earlyFormAdvice =
  'make a backup (npm run backup), and restore the file (npm run restore -- FILE --put-aside; with DATABASE_URL, into a new database)'

/** The database has an early form of the first migration. */
class EarlyFormError extends OperatorError {
  constructor() {
    super(`The database has an early form of the schema ${firstMigration}: ${earlyFormAdvice}.`)
  }
}

/** The sentence about a database without Minbar's schema, but with other tables. */
export const foreignTablesSentence = 'The database holds tables of another program: use an empty database.'

/** Another program uses the database. */
class ForeignTablesError extends OperatorError {}

/** The database does not have the schema of this version yet. */
class OutdatedSchemaError extends OperatorError {
  constructor(missing: readonly string[], isEmpty: boolean) {
    super(
      isEmpty
        ? 'The database has no schema yet: start Minbar once, which creates the schema.'
        : `The database has the schema of an older Minbar (without ${missing.join(', ')}): start this version of Minbar first, which upgrades the schema, or run this command with the version that is running.`,
    )
  }
}

/**
 * Upgrades the database to the newest schema. Concurrent calls by several processes are safe: the migrator locks the database, so
 * the other processes wait and then find nothing to do. Uses a connection without timeouts, because altering a large table is slow.
 * Rejects with UnusableDatabaseError, UnknownSchemaError or EarlyFormError, or with MovedError if a move has made the database read-only.
 */
export function migrate(database: Pick<Database, 'url'>): Promise<void> {
  return withUsableSchema(database, async (db) => {
    const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } })
    const { error } = await migrator.migrateToLatest()
    if (error !== undefined) throw migrationError(error)
  })
}

/**
 * Rejects with OutdatedSchemaError if the database lacks a migration of this version. Otherwise rejects in the same cases as `migrate`.
 * Commands call this function instead of `migrate`, because they must not upgrade the schema while an older server may be running.
 */
export function requireCurrentSchema(database: Pick<Database, 'url'>): Promise<void> {
  return withUsableSchema(database, async (_, { missing, isEmpty }) => {
    if (missing.length > 0) throw new OutdatedSchemaError(missing, isEmpty)
  })
}

/**
 * Runs `work` with a connection without timeouts, if this version can use or upgrade the database's schema. Otherwise rejects, as
 * documented at `migrate`.
 */
async function withUsableSchema(
  { url }: Pick<Database, 'url'>,
  work: (db: Kysely<unknown>, schema: Awaited<ReturnType<typeof compareSchema>>) => Promise<void>,
): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1, application_name: 'minbar migrations' })
  // A lost connection rejects the query that uses it. Without these listeners, Node would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', () => {})
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    await refuseMovedDatabase(pool)
    await refuseUnusableDatabase(pool)
    const schema = await compareSchema(db)
    const [unknown] = schema.unknown
    if (unknown !== undefined) throw new UnknownSchemaError(unknown, await ageOfUnknownMigration(unknown))
    if (schema.hasEarlyForm) throw new EarlyFormError()
    if (schema.hasForeignTables) throw new ForeignTablesError(foreignTablesSentence)
    await work(db, schema)
  } finally {
    await db.destroy()
  }
}

/**
 * Resolves with how the database's schema differs from this version's: the migrations that only one of them has, by name, in order. Writes
 * nothing.
 */
export async function compareSchema<T>(db: Kysely<T>) {
  const [known, applied] = [Object.keys(await readMigrations()), await appliedMigrations(db)]
  return {
    /** Applied to the database, but unknown to this version. */
    unknown: applied.filter((name) => !known.includes(name)),
    /** Not applied to the database yet: all of them if it is empty. */
    missing: known.filter((name) => !applied.includes(name)),
    /** Whether no migration was applied yet. */
    isEmpty: applied.length === 0,
    /** Whether another program uses the database. */
    hasForeignTables: applied.length === 0 && (await hasOnlyForeignTables(db)),
    /**
     * Whether the database was created by an early form of the first migration. Until November 2026, this migration was changed several
     * times under the same name; the last change added `answer_links`. Such a database can't be upgraded: see `earlyFormAdvice`.
     */
    hasEarlyForm: applied.includes(firstMigration) && !(await databaseHasTable(db, 'answer_links')),
  }
}

/**
 * Whether a migration that this version doesn't have belongs to an older or a newer version. Names of migrations sort by age. This
 * version's first migration replaces all older migrations.
 */
export async function ageOfUnknownMigration(name: string): Promise<'older' | 'newer'> {
  const [first = ''] = Object.keys(await readMigrations())
  return name < first ? 'older' : 'newer'
}

/** Whether this version has a migration of this name. */
export async function isKnownMigration(name: string): Promise<boolean> {
  return (await readMigrations())[name] !== undefined
}

/**
 * Runs the migrations up to `last` (all of them by default) in the caller's transaction, so they are committed or rolled back
 * with it.
 */
export async function migrateInTransaction<Tables>(db: Kysely<Tables>, last?: string): Promise<void> {
  const migrations = await readMigrations()
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    disableTransactions: true,
  })
  const { error } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last))
  if (error !== undefined) throw migrationError(error)
}

function migrationError(cause: unknown): Error {
  return new Error(`The database could not be upgraded to the newest schema: ${errorReason(cause)}.`, {
    cause,
  })
}

/** Resolves with the names of the migrations that were applied to the database; none if it is empty. */
async function appliedMigrations<T>(db: Kysely<T>): Promise<string[]> {
  if (!(await databaseHasTable(db, 'kysely_migration'))) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

async function databaseHasTable<T>(db: Kysely<T>, name: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass(${name}) is not null as found`.execute(db)
  return rows[0]?.found === true
}

/**
 * Whether the current schema has tables, apart from those of the migrator and of extensions, but none of Minbar's. One statement, because
 * another server may create Minbar's tables at any time.
 */
async function hasOnlyForeignTables<T>(db: Kysely<T>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select count(*) > 0 and count(*) filter (where c.relname = 'parties') = 0 as found
    from pg_class c
    where c.relnamespace = quote_ident(current_schema())::regnamespace and c.relkind in ('r', 'p')
      and c.relname not in ('kysely_migration', 'kysely_migration_lock')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`.execute(db)
  return rows[0]?.found === true
}

/** A role or a database may have a timeout that is too short for a migration of a large table. */
const withoutTimeout = 'set local statement_timeout = 0;'

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
  const migrations = files.map(async (file): Promise<[string, Migration]> => {
    const statements = await readFile(new URL(file, folder), 'utf8')
    return [file, { up: async (db) => void (await sql.raw(`${withoutTimeout}\n${statements}`).execute(db)) }]
  })
  return Object.fromEntries(await Promise.all(migrations))
}
