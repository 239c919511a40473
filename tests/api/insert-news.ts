import type { Database } from '../../server/database/database.ts'
import { friday } from '../runtime/slots.ts'

/** Inserts news for a khateeb: a masjid invites him to a slot. Returns the id of the news. */
export async function insertNewsOfInvite(
  { db }: Database,
  people: { readonly masjid_uid: string; readonly khateeb_uid: string },
  slotId: string,
): Promise<string> {
  const { masjid_uid: masjidUid, khateeb_uid: khateebUid } = people
  const occasion = { slotId, masjidUid, date: friday, time: '13:00', timeZone: 'America/Detroit' }
  const { id } = await db
    .insertInto('news')
    .values({
      party_uid: khateebUid,
      kind: 'invite_received',
      props: JSON.stringify({ occasion, khateebUid }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
