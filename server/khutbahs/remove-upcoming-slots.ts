import { now, type Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import type { AddressedLetter } from '../letters/queue-letters.ts'
import { occasionOf } from '../proposals/occasion.ts'
import { removeSlots } from './remove-slots.ts'

/** Takes every slot to come of a masjid away, whose account is being deleted, and gives the letters that tell of it. */
export async function removeUpcomingSlots(tx: Tx, masjidUid: string): Promise<AddressedLetter[]> {
  // Whoever posts a khutbah holds this row as well: no slot is posted once the others were taken away.
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
  const affected = await removeSlots(
    tx,
    masjidUid,
    slots.map((it) => it.id),
  )
  return affected.map(({ email, khateebName, was, ...it }) => ({
    to: email,
    letter: { kind: 'masjid_left', props: { occasion: occasionOf(it), khateebName, was } },
  }))
}
