import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { type Database, databaseOn } from '../../server/database/database.ts'
import { openEmbedded } from '../../server/database/embedded/open.ts'

/** A folder of its own in memory, where there is one: each commit is synced, and no test of the API is about the disk. */
export function makeFolder(): Promise<string> {
  return mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'minbar-'))
}

/** Opens the embedded database in a folder; a new one where there is none. */
export async function openIn(directory: string): Promise<Database> {
  const embedded = await openEmbedded({ directory, log: pino({ level: 'silent' }) })
  return databaseOn(embedded.pool, () => embedded.close())
}

/** Opens a copy of the database in `template`, which nobody has open. Closing removes it. */
export async function openCopy(template: string): Promise<Database> {
  const directory = await makeFolder()
  await cp(template, directory, { recursive: true })
  const database = await openIn(directory)
  return {
    ...database,
    close: async () => {
      await database.close()
      await rm(directory, { recursive: true })
    },
  }
}
