import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'

/** Deletes the news to a deleted party, and news to other parties that contains the former address of a deleted masjid. */
export async function eraseNews(tx: Tx, partyUid: string): Promise<void> {
  await tx.deleteFrom('news').where('party_uid', '=', partyUid).execute()
  await tx
    .deleteFrom('news')
    .where('kind', '=', 'masjid_moved')
    .where(sql<boolean>`props -> 'occasion' ->> 'masjidUid' = ${partyUid}`)
    .execute()
}
