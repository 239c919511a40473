import { readdir, readFile } from 'node:fs/promises'
import { Kysely, type Migration, Migrator, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { fileOfServer } from '../files.ts'
import type { Database } from './database.ts'
import { refuseMoved } from './move/state.ts'

const folder = fileOfServer('database/migrations/')

/** The database was brought to a schema that this version doesn't know. */
export class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError'

  constructor(unknown: string) {
    super(
      `The database has the schema of a newer Minbar (${unknown}): start that version, or one that is newer still.`,
    )
  }
}

/**
 * Brings the database to the newest schema. Any number of processes may do so at once: the migrator holds a lock in
 * the database, and the later ones find the work done. A connection of its own has no time limits: changing a large table takes
 * its time. Rejects with NewerSchemaError, or with MovedError where a move has closed the database.
 */
export async function migrate({ url }: Pick<Database, 'url'>): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1, application_name: 'minbar migrations' })
  // A lost connection fails the query that uses it. Without a listener, Node would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', () => {})
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    await refuseMovedOn(pool)
    const { unknown } = await compareSchema(db)
    if (unknown[0] !== undefined) throw new NewerSchemaError(unknown[0])
    const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } })
    const { error } = await migrator.migrateToLatest()
    if (error !== undefined)
      throw new Error('The database could not be brought to the newest schema.', { cause: error })
  } finally {
    await db.destroy()
  }
}

/** Names of migrations by which a database and this version differ, in their order. */
export interface SchemaDifference {
  /** What the database has seen, and this version doesn't know. */
  readonly unknown: readonly string[]
  /** What this version brings, and the database hasn't seen: all of them in an empty one. */
  readonly missing: readonly string[]
}

/** Compares a database's schema with that of this version; only reads. */
export async function compareSchema<T>(db: Kysely<T>): Promise<SchemaDifference> {
  const [known, seen] = [Object.keys(await readMigrations()), await executed(db)]
  return {
    unknown: seen.filter((name) => !known.includes(name)),
    missing: known.filter((name) => !seen.includes(name)),
  }
}

/** Whether this version has a migration of this name. */
export async function isKnownMigration(name: string): Promise<boolean> {
  return (await readMigrations())[name] !== undefined
}

/**
 * Brings the database to the schema of a migration, or to the newest one, on a connection that is in a transaction: with it,
 * the migrations are committed or rolled back.
 */
export async function migrateWithin<Tables>(db: Kysely<Tables>, last?: string): Promise<void> {
  const migrations = await readMigrations()
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    disableTransactions: true,
  })
  const { error } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last))
  if (error !== undefined) throw new Error('The migrations could not be run.', { cause: error })
}

async function refuseMovedOn(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await refuseMoved(client)
  } finally {
    client.release()
  }
}

/** The names of the migrations that the database has seen; none in an empty one. */
async function executed<T>(db: Kysely<T>): Promise<string[]> {
  const { rows: tables } = await sql<{ found: boolean }>`
    select to_regclass('kysely_migration') is not null as found`.execute(db)
  if (tables[0]?.found !== true) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
  const migrations = files.map(async (file): Promise<[string, Migration]> => {
    const statements = await readFile(new URL(file, folder), 'utf8')
    return [file, { up: async (db) => void (await sql.raw(statements).execute(db)) }]
  })
  return Object.fromEntries(await Promise.all(migrations))
}
