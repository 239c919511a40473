import { now, type Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import type { Addressed } from '../letters/queue-letters.ts'
import { occasionOf } from '../proposals/occasion.ts'
import { takeAway } from './take-away.ts'

/** Takes every slot to come of a masjid away, whose account is being deleted, and gives the letters that tell of it. */
export async function masjidLeaves(tx: Tx, masjidUid: string): Promise<Addressed[]> {
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
  const concerned = await takeAway(
    tx,
    masjidUid,
    slots.map((it) => it.id),
  )
  return concerned.map(({ email, khateebName, was, ...it }) => ({
    to: email,
    letter: { kind: 'masjid_left', props: { occasion: occasionOf(it), khateebName, was } },
  }))
}
