import { sql } from 'kysely'
import { type Database, databaseNow } from '../database/database.ts'

/** Deletes the dates of the past on which khateebs were away. A date ends last in American Samoa, 11 hours after UTC. */
export async function deletePastAwayDates({ reader }: Database): Promise<void> {
  const today = sql<string>`((${databaseNow} - interval '11 hours') at time zone 'UTC')::date`
  await reader.deleteFrom('away_dates').where('date', '<', today).execute()
}
