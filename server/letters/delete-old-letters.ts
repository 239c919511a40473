import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { deleteLettersBefore, lettersFolder } from './eml-files.ts'
import { fromNow } from './outbox-store.ts'

/** Milliseconds that a letter is kept: a row after it was sent or given up, a file after its letter was written. */
const keptFor = 30 * 24 * 60 * 60_000

/** Deletes the rows of letters that were sent or given up more than 30 days ago, and gives their number. */
export async function deleteOldLetters({ reader }: Database): Promise<number> {
  // The first condition is implied by the second one, but lets PostgreSQL use the index on ended letters.
  const dropped = await reader
    .deleteFrom('letters')
    .where((eb) => eb.or([eb('sent_at', 'is not', null), eb('failed_at', 'is not', null)]))
    .where(sql<boolean>`coalesce(sent_at, failed_at) < ${fromNow(-keptFor)}`)
    .executeTakeFirst()
  return Number(dropped.numDeletedRows)
}

/** Deletes the files in `dataDir` of letters that were written more than 30 days ago, by the database's clock. */
export async function deleteOldLetterFiles({ reader }: Database, dataDir: string): Promise<void> {
  const { rows } = await sql<{ limit: Date }>`select ${fromNow(-keptFor)} as "limit"`.execute(reader)
  for (const { limit } of rows) await deleteLettersBefore(lettersFolder(dataDir), limit)
}
