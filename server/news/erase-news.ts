import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'

/** Deletes what a deleted party leaves in news: the news to it, and news to others with the former address of a masjid. */
export async function eraseNews(tx: Tx, partyUid: string): Promise<void> {
  await tx.deleteFrom('news').where('party_uid', '=', partyUid).execute()
  await tx
    .deleteFrom('news')
    .where('kind', '=', 'masjid_moved')
    .where(sql<boolean>`props -> 'occasion' ->> 'masjidUid' = ${partyUid}`)
    .execute()
}
