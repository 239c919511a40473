import { sql } from 'kysely'
import type { InputOf } from '../../contract/endpoint.ts'
import type { describeSlots as endpoint } from '../../contract/khutbahs.ts'
import { type PartyActor, recordAudit } from '../audit/record-audit.ts'
import type { Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import { confirmedKhateebsOf } from '../letters/khateebs-of-slots.ts'
import { slotInLetter } from '../letters/slot-in-letter.ts'
import { type AddressedNews, queueNews } from '../news/queue-news.ts'
import { hashOfWords } from '../sql-fragments/hash-of-slot-words.ts'
import { lockSlotsToChange } from './lock-slots-to-change.ts'

/**
 * Changes the language or the note of a masjid’s slots, all or none. Notifies the confirmed khateebs of the changed slots. Throws
 * `not_found` for a removed slot.
 */
export async function describeSlots(
  tx: Tx,
  { masjidUid, slotIds, language, note }: InputOf<typeof endpoint>,
  by: PartyActor,
): Promise<{ readonly changed: boolean }> {
  const slots = await lockSlotsToChange(tx, masjidUid, slotIds)
  const gone = slots.find(({ removed }) => removed)
  if (gone !== undefined) throw new Failure('not_found', { about: { slotId: gone.slotId } })
  const news = await describeLockedSlots(
    tx,
    slots.map(({ slotId }) => slotId),
    { language, note },
    by,
  )
  if (news === null) return { changed: false }
  await queueNews(tx, news)
  return { changed: true }
}

/**
 * Changes the language or the note of slots that the transaction has locked. Audits the change.
 * @returns the news for the confirmed khateebs; null if nothing changes
 */
export async function describeLockedSlots(
  tx: Tx,
  ids: readonly string[],
  { language, note }: Pick<InputOf<typeof endpoint>, 'language' | 'note'>,
  by: PartyActor,
): Promise<readonly AddressedNews[] | null> {
  const words = { ...(language !== undefined && { language }), ...(note !== undefined && { note }) }
  if (Object.keys(words).length === 0) return null
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
    .returning(['id', hashOfWords('slots').as('wordsHash')])
    .execute()
  if (described.length === 0) return null
  return auditAndReturnNews(tx, new Map(described.map(({ id, wordsHash }) => [id, wordsHash])), by)
}

/**
 * Audits the change of each slot, and returns the news for the confirmed khateebs. Because the slots are locked, their khateebs cannot
 * change meanwhile.
 * @param described the ids of the changed slots, with the hashes of their new words
 */
async function auditAndReturnNews(
  tx: Tx,
  described: ReadonlyMap<string, string>,
  by: PartyActor,
): Promise<readonly AddressedNews[]> {
  const slotIds = [...described.keys()]
  const confirmed = await confirmedKhateebsOf(tx, slotIds)
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
  return confirmed.map(({ khateebUid, name, ...slot }) => ({
    partyUid: khateebUid,
    news: {
      kind: 'slot_described',
      props: {
        occasion: slotInLetter(slot),
        khateebUid,
        khateebName: name,
        wordsHash: described.get(slot.slotId) ?? '',
      },
    },
  }))
}
