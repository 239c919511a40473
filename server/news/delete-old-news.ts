import type { Database } from '../database/database.ts'
import { secondsFromNow } from '../sql-fragments/instants.ts'

/** In seconds. Old news is of no use: the bell shows only news about upcoming khutbahs. */
const retention = 90 * 24 * 60 * 60

/** Deletes news that is older than 90 days. Resolves with the number of deleted rows. */
export async function deleteOldNews({ db }: Database): Promise<number> {
  const deleted = await db
    .deleteFrom('news')
    .where('created_at', '<', secondsFromNow(-retention))
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}
