import { now, type Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import type { AddressedLetter } from '../letters/queue-letters.ts'
import { removeSlots } from './remove-slots.ts'

/** Removes all upcoming slots of a masjid whose account is being deleted. Returns the letters to the khateebs. */
export async function removeUpcomingSlots(tx: Tx, masjidUid: string): Promise<AddressedLetter[]> {
  // Posting a khutbah locks this row, too, so no slot can be posted after the others were removed.
  const masjid = await tx
    .selectFrom('masjids')
    .where('uid', '=', masjidUid)
    .select('uid')
    .forUpdate()
    .executeTakeFirst()
  if (masjid === undefined) throw new Failure('not_signed_in')
  const slots = await tx
    .selectFrom('slots')
    .where('masjid_uid', '=', masjidUid)
    .where('removed_at', 'is', null)
    .where('starts_at', '>=', now)
    .orderBy('id')
    .forNoKeyUpdate()
    .select('id')
    .execute()
  const slotIds = slots.map((it) => it.id)
  return removeSlots(tx, masjidUid, slotIds, 'masjid_left')
}
