import { readdir, readFile } from 'node:fs/promises'
import { type Migration, Migrator, sql } from 'kysely'
import { fileOfServer } from '../files.ts'
import type { Reader } from './database.ts'

const folder = fileOfServer('database/migrations/')

/**
 * Brings the database to the newest schema. Any number of processes may do so at once: the migrator holds a lock in
 * the database, and the later ones find the work done.
 */
export async function migrate(db: Reader): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined)
    throw new Error('The database could not be brought to the newest schema.', { cause: error })
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
  const migrations = files.map(async (file): Promise<[string, Migration]> => {
    const statements = await readFile(new URL(file, folder), 'utf8')
    return [file, { up: async (db) => void (await sql.raw(statements).execute(db)) }]
  })
  return Object.fromEntries(await Promise.all(migrations))
}
