import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'
import { khateebsOfSlots } from '../letters/khateebs-of-slots.ts'
import { slotInLetter } from '../letters/slot-in-letter.ts'
import type { AddressedNews } from '../news/queue-news.ts'
import type { ClosedProposals } from '../proposals/close-proposals.ts'
import { closedProposalsInLetter } from '../proposals/closed-proposals.ts'
import { loadClosed } from '../proposals/fill-slot.ts'
import type { JudgedMove } from './judge-moves.ts'

/**
 * Returns the news about moved slots, for the confirmed and proposed khateebs of these slots, and for the masjids whose proposals for other
 * slots were closed. Also returns the uids of these khateebs, without duplicates.
 */
export async function newsOfMoves(
  tx: Tx,
  moved: readonly JudgedMove[],
  closed: ClosedProposals,
): Promise<{ readonly news: readonly AddressedNews[]; readonly khateebUids: readonly string[] }> {
  const assignmentIds = moved.flatMap(({ confirmed }) => confirmed?.assignmentId ?? [])
  const proposalIds = moved.flatMap(({ pending }) => pending.map((it) => it.proposalId))
  const khateebs = await khateebsOfSlots(tx, {
    assignments: sql<boolean>`id = any(${assignmentIds}::uuid[])`,
    proposals: sql<boolean>`id = any(${proposalIds}::uuid[])`,
  })
  const ended = closed.length === 0 ? [] : await loadClosed(tx, closed)
  const isOfMoved = ({ slotId }: { readonly slotId: string }) => moved.some((it) => it.slotId === slotId)
  const elsewhere = ended.filter((it) => !isOfMoved(it))
  const closedIds = new Set(closed.map((it) => it.proposalId))

  const toKhateebs = khateebs.flatMap(
    ({ khateebUid, name, was, rowId, awaitsReconfirmation, ...slot }): AddressedNews[] => {
      const from = moved.find((it) => it.slotId === slot.slotId)?.slot
      if (from === undefined) return []
      const about = {
        occasion: slotInLetter(slot),
        khateebUid,
        khateebName: name,
        from: { date: from.date, time: from.time },
      }
      if (was !== 'confirmed' && closedIds.has(rowId))
        return [
          {
            partyUid: khateebUid,
            news: { kind: 'proposal_closed_by_move', props: { ...about, direction: was } },
          },
        ]
      const closedWithIt =
        was === 'confirmed' ? closedProposalsInLetter('khateeb', khateebUid, elsewhere) : []
      const props = { ...about, was, rowId, awaitsReconfirmation, closed: closedWithIt }
      return [{ partyUid: khateebUid, news: { kind: 'slot_moved', props } }]
    },
  )
  const toMasjids = elsewhere.map(
    ({ khateebUid, khateebName, direction, masjidUid, ...slot }): AddressedNews => {
      const occasion = slotInLetter({ masjidUid, ...slot })
      return {
        partyUid: masjidUid,
        news: { kind: 'khateeb_booked_elsewhere', props: { occasion, khateebUid, khateebName, direction } },
      }
    },
  )
  return {
    news: [...toKhateebs, ...toMasjids],
    khateebUids: [...new Set(khateebs.map((it) => it.khateebUid))],
  }
}
