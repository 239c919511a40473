import { sql } from 'kysely'
import { type PartyActor, recordAudit } from '../audit/record-audit.ts'
import type { Tx } from '../database/database.ts'
import type { PlaceInLetter } from '../letters/content/letter-slot.ts'
import { firstToActOn } from '../letters/content/masjid-moved.ts'
import { khateebsOfSlots, movedSlot } from '../letters/khateebs-of-slots.ts'
import { slotInLetter } from '../letters/slot-in-letter.ts'
import { type AddressedNews, queueNews } from '../news/queue-news.ts'
import { refuseTooManyMoves } from './refuse-too-many-moves.ts'

/**
 * Queues the news that a masjid has moved, one piece for each khateeb who is confirmed or proposed for its slots. The news contains the old
 * and the new place, and all slots of this khateeb at the masjid. The transaction must have locked these slots and changed the masjid.
 * Fails with 429 if the masjid has already sent one of these khateebs such news five times within 24 hours.
 * @param before the masjid's place before the move
 * @param slotIds the slots that were upcoming before the move. A new time zone may make one of them past.
 * @param moved ids of the slots whose place or instant has changed. The news is urgent for the confirmed khateebs of these slots.
 */
export async function queueMoveNews(
  tx: Tx,
  by: PartyActor,
  before: PlaceInLetter,
  slotIds: readonly string[],
  moved: ReadonlySet<string>,
): Promise<void> {
  if (slotIds.length === 0) return
  const masjidUid = by.uid
  const isOfSlots = sql<boolean>`slot_id = any(${slotIds}::uuid[])`
  const rows = await khateebsOfSlots(tx, {
    assignments: sql<boolean>`${isOfSlots} and ended_at is null`,
    proposals: sql<boolean>`${isOfSlots} and state = 'pending'`,
  })
  const khateebs = new Set(rows.map((it) => it.khateebUid))
  await refuseTooManyMoves(tx, {
    event: 'masjid_moved',
    masjidUid,
    subject: 'khateeb_uid',
    ids: [...khateebs],
    failure: 'too_many_moves',
  })
  const news = [...khateebs].flatMap((khateebUid): AddressedNews[] => {
    const slots = rows.filter((it) => it.khateebUid === khateebUid)
    const main = firstToActOn(slots)
    if (main === undefined) return []
    return [
      {
        partyUid: khateebUid,
        news: {
          kind: 'masjid_moved',
          props: {
            occasion: slotInLetter(main),
            khateebUid,
            khateebName: main.name,
            was: main.was,
            before,
            isUrgent: slots.some((it) => it.was === 'confirmed' && moved.has(it.slotId)),
            slots: slots.map(movedSlot),
          },
        },
      },
    ]
  })
  await queueNews(tx, news)
  // One entry for each khateeb, so that the khateeb's open screens refresh.
  const entries = [...khateebs].map(
    (khateebUid) => ({ event: 'masjid_moved', masjidUid, khateebUid }) as const,
  )
  await recordAudit(tx, by, entries)
}
