import { sql } from 'kysely'
import { type PartyActor, recordAudit } from '../audit/record-audit.ts'
import type { Tx } from '../database/database.ts'
import type { PlaceInLetter } from '../letters/content/letter-slot.ts'
import { firstSlotToActOn } from '../letters/content/masjid-moved.ts'
import { khateebsOfSlots, pickMovedSlotFields } from '../letters/khateebs-of-slots.ts'
import { slotInLetter } from '../letters/slot-in-letter.ts'
import { type AddressedNews, queueNews } from '../news/queue-news.ts'
import type { ClosedProposals } from '../proposals/close-proposals.ts'
import { closedProposalsInLetter } from '../proposals/closed-proposals.ts'
import { loadClosedProposals } from '../proposals/fill-slot.ts'
import type { UpcomingSlot } from './lock-upcoming-slots.ts'
import { newsOfChangedZone } from './news-of-changed-zone.ts'
import { newsOfProposalsClosedByMove } from './news-of-closed-by-move.ts'
import { refuseTooManyMoves } from './refuse-too-many-moves.ts'

interface MoveOfMasjid {
  /** The masjid's place before the move. */
  readonly before: PlaceInLetter
  /** The slots that were upcoming before the move, as they were. A new time zone may make one of them past. */
  readonly upcoming: readonly UpcomingSlot[]
  /** Ids of the slots whose place or instant has changed. The news is urgent for the confirmed khateebs of these slots. */
  readonly changed: ReadonlySet<string>
  /** The proposals that the new time zone closed. */
  readonly closed: ClosedProposals
}

/**
 * Queues the news that a masjid has moved, one piece for each khateeb who is confirmed for its slots or has a pending proposal. The news
 * contains the old and the new place, and all slots of this khateeb at the masjid. Also queues the news about closed proposals, and news
 * for the masjid's own members, which only updates the calendar events of slots with a new instant. The transaction must have locked the
 * slots and changed the masjid. Fails with 429 if the masjid has already sent one of these khateebs such news five times within 24 hours.
 */
export async function queueMoveNews(
  tx: Tx,
  by: PartyActor,
  { before, upcoming, changed, closed }: MoveOfMasjid,
): Promise<void> {
  if (upcoming.length === 0) return
  const masjidUid = by.uid
  const isOfSlots = sql<boolean>`slot_id = any(${upcoming.map((it) => it.slotId)}::uuid[])`
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
  const ended = await loadClosedProposals(tx, closed)
  const elsewhere = ended.filter((it) => !changed.has(it.slotId))
  const news = [...khateebs].flatMap((khateebUid): AddressedNews[] => {
    const slots = rows.filter((it) => it.khateebUid === khateebUid)
    const main = firstSlotToActOn(slots)
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
            isUrgent: slots.some((it) => it.was === 'confirmed' && changed.has(it.slotId)),
            slots: slots.map(pickMovedSlotFields),
            closed: closedProposalsInLetter('khateeb', khateebUid, elsewhere),
          },
        },
      },
    ]
  })
  await queueNews(tx, [
    ...news,
    ...(await newsOfChangedZone(tx, by, { before, upcoming, rows })),
    ...newsOfProposalsClosedByMove(ended, new Map([...changed].map((slotId) => [slotId, undefined]))),
  ])
  // One entry for each khateeb, so that the khateeb's open screens refresh.
  const entries = [...khateebs].map(
    (khateebUid) => ({ event: 'masjid_moved', masjidUid, khateebUid }) as const,
  )
  await recordAudit(tx, by, entries)
}
