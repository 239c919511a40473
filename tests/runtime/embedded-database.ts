import { existsSync } from 'node:fs'
import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import type { Database } from '../../server/database/database.ts'
import { openDatabase } from '../../server/database/open.ts'

/** A folder of its own in memory, where there is one: each commit is synced, and no test of the API is about the disk. */
export function makeFolder(): Promise<string> {
  return mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'minbar-'))
}

/** Opens the embedded database in a folder; a new one where there is none. */
export function openIn(directory: string): Promise<Database> {
  const config = { databaseUrl: null, databaseConnections: 1, dataDir: directory }
  return openDatabase(config, pino({ level: 'silent' }))
}

interface Copy {
  readonly database: Database
  readonly tables: string
}

/** Opened by an earlier test of this process, which is done with it; empty. */
const atHand: Copy[] = []

/**
 * Opens a copy of the database in `template`, which nobody has open; the copy lies beside it and goes with it. Closing
 * one empties it for the next who asks: to open one takes two seconds of work, and to empty it a twentieth.
 */
export async function openCopy(template: string): Promise<Database> {
  const copy = atHand.pop() ?? (await openNewCopy(template))
  return { ...copy.database, close: () => giveBack(copy) }
}

async function openNewCopy(template: string): Promise<Copy> {
  const directory = await mkdtemp(join(dirname(template), 'copy-'))
  await cp(template, directory, { recursive: true })
  const database = await openIn(directory)
  return { database, tables: await tablesOf(database) }
}

async function giveBack(copy: Copy): Promise<void> {
  const { database, tables } = copy
  // One that a test has changed by more than rows is of no use to another.
  if ((await tablesOf(database)) !== tables) return database.close()
  const names = [...new Set(tables.split('\n').map((line) => line.split(' ', 1)[0]))]
  await database.transaction(async (tx) => {
    // What was audited stays, says a trigger.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(`truncate ${names.join(', ')} restart identity`).execute(tx)
  })
  atHand.push(copy)
}

/** A line for each table and for each of its constraints: the name of its table, and its own. The migrator's tables are not in it. */
async function tablesOf({ reader }: Database): Promise<string> {
  const { rows } = await sql<{ tables: string }>`
    select string_agg(format('%s %s', t, c), e'\n' order by t, c) as tables from (
      select oid::regclass::text, null from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      union all select conrelid::regclass::text, conname from pg_constraint where connamespace = 'public'::regnamespace
    ) as parts (t, c) where t not like 'kysely%' and t <> '-'`.execute(reader)
  return rows[0]?.tables ?? ''
}
