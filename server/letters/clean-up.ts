import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

/** Drops letters that were sent, or given up, more than 30 days ago; gives how many. */
export async function dropOldLetters({ reader }: Database): Promise<number> {
  // The first condition says nothing new, but lets PostgreSQL use the index on ended letters.
  const dropped = await reader
    .deleteFrom('letters')
    .where((eb) => eb.or([eb('sent_at', 'is not', null), eb('failed_at', 'is not', null)]))
    .where(sql<boolean>`coalesce(sent_at, failed_at) < minbar_now() - interval '30 days'`)
    .executeTakeFirst()
  return Number(dropped.numDeletedRows)
}
