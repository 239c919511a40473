import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { secondsFromNow } from '../sql-fragments/instants.ts'
import { deleteLettersBefore, lettersFolder } from './eml-files.ts'

/**
 * Milliseconds. Rows are deleted this long after their letter was sent, given up or overtaken. Files are deleted this long after they were
 * written.
 */
export const letterRetention = 30 * 24 * 60 * 60_000

/** Deletes the rows of letters that were sent, given up or overtaken more than 30 days ago. Resolves with the number of deleted rows. */
export async function deleteOldLetters({ db }: Database): Promise<number> {
  // The second condition implies the first, but PostgreSQL needs the first to use the partial index of ended letters.
  const deleted = await db
    .deleteFrom('letters')
    .where(sql<boolean>`(sent_at is not null or failed_at is not null or overtaken_at is not null)`)
    .where(
      sql<boolean>`coalesce(sent_at, failed_at, overtaken_at) < ${secondsFromNow(-letterRetention / 1_000)}`,
    )
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

/** Deletes the letter files in `dataDir` that were written more than 30 days ago, by the database's clock. */
export async function deleteOldLetterFiles({ db }: Database, dataDir: string): Promise<void> {
  const { rows } = await sql<{
    limit: Date
  }>`select ${secondsFromNow(-letterRetention / 1_000)} as "limit"`.execute(db)
  for (const { limit } of rows) await deleteLettersBefore(lettersFolder(dataDir), limit)
}
