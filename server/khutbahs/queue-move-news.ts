import { sql } from 'kysely'
import { type PartyActor, recordAudit } from '../audit/record-audit.ts'
import type { Tx } from '../database/database.ts'
import type { PlaceInLetter } from '../letters/content/letter.ts'
import { firstToActOn } from '../letters/content/masjid-moved.ts'
import { khateebsOfSlots, movedSlot } from '../letters/khateebs-of-slots.ts'
import { slotInLetter } from '../letters/slot-in-letter.ts'
import { type AddressedNews, queueNews } from '../news/queue-news.ts'
import { refuseTooManyMoves } from './refuse-too-many-moves.ts'

/**
 * Tells the khateebs who are confirmed or proposed for a masjid's slots that it has moved: one piece of news a khateeb, with the old and the
 * new place and all of his slots there. The transaction has locked these slots and changed the masjid.
 * Fails with 429 if the masjid has told one of them so five times within 24 hours.
 * @param before where the masjid was
 * @param slotIds the slots that were upcoming before the move. A new time zone may make one of them past.
 * @param moved the ids of those at another place or instant: a confirmed khateeb must know of it at once
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
  // One for each khateeb, so that their open screens are refreshed.
  const entries = [...khateebs].map(
    (khateebUid) => ({ event: 'masjid_moved', masjidUid, khateebUid }) as const,
  )
  await recordAudit(tx, by, entries)
}
