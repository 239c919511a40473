import { sql } from 'kysely'
import type { InputOf } from '../../contract/endpoint.ts'
import type { describeSlots as endpoint } from '../../contract/khutbahs.ts'
import { type PartyActor, recordAudit } from '../audit/record-audit.ts'
import type { Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import { khateebsOfSlots } from '../letters/khateebs-of-slots.ts'
import { slotInLetter } from '../letters/slot-in-letter.ts'
import { queueNews } from '../news/queue-news.ts'
import { lockSlotsToChange } from './lock-slots-to-change.ts'

/**
 * A masjid changes the language or the note of slots, all or none. Those who are confirmed for one that changes are told. A removed slot
 * is `not_found`.
 */
export async function describeSlots(
  tx: Tx,
  { masjidUid, slotIds, language, note }: InputOf<typeof endpoint>,
  by: PartyActor,
): Promise<{ readonly changed: boolean }> {
  const slots = await lockSlotsToChange(tx, masjidUid, slotIds)
  const gone = slots.find(({ removed }) => removed)
  if (gone !== undefined) throw new Failure('not_found', { about: { slotId: gone.slotId } })
  const words = { ...(language !== undefined && { language }), ...(note !== undefined && { note }) }
  if (Object.keys(words).length === 0) return { changed: false }
  const ids = slots.map(({ slotId }) => slotId)
  const described = await tx
    .updateTable('slots')
    .set(words)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where((slot) =>
      slot.or([
        ...(language === undefined ? [] : [slot('language', 'is distinct from', language)]),
        ...(note === undefined ? [] : [slot('note', '<>', note)]),
      ]),
    )
    .returning('id')
    .execute()
  if (described.length === 0) return { changed: false }
  await tellConfirmed(
    tx,
    described.map(({ id }) => id),
    by,
  )
  return { changed: true }
}

/** Audits the change, with the khateebs whom it concerns, and queues the news for them. The slots are locked, so they keep their khateebs. */
async function tellConfirmed(tx: Tx, slotIds: readonly string[], by: PartyActor): Promise<void> {
  const confirmed = await khateebsOfSlots(tx, {
    assignments: sql<boolean>`ended_at is null and slot_id = any(${slotIds}::uuid[])`,
    proposals: sql<boolean>`false`,
  })
  const khateebs = new Map(confirmed.map(({ slotId, khateebUid }) => [slotId, khateebUid]))
  await recordAudit(
    tx,
    by,
    slotIds.map((slotId) => {
      const khateebUid = khateebs.get(slotId)
      const entry = { event: 'slot_described', masjidUid: by.uid, slotId } as const
      return khateebUid === undefined ? entry : { ...entry, khateebUid }
    }),
  )
  await queueNews(
    tx,
    confirmed.map(({ khateebUid, name, ...slot }) => ({
      partyUid: khateebUid,
      news: {
        kind: 'slot_described',
        props: { occasion: slotInLetter(slot), khateebUid, khateebName: name },
      },
    })),
  )
}
