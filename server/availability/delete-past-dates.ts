import { sql } from 'kysely'
import { type Database, databaseNow } from '../database/database.ts'

/** Deletes past dates on which khateebs were away. A date counts as past once it has ended in American Samoa, 11 hours behind UTC. */
export async function deletePastAwayDates({ db }: Database): Promise<void> {
  const today = sql<string>`((${databaseNow} - interval '11 hours') at time zone 'UTC')::date`
  await db.deleteFrom('away_dates').where('date', '<', today).execute()
}
