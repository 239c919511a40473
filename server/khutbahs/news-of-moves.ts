import { sql } from 'kysely'
import type { PartyActor } from '../audit/record-audit.ts'
import type { Tx } from '../database/database.ts'
import { khateebsOfSlots } from '../letters/khateebs-of-slots.ts'
import { slotInLetter } from '../letters/slot-in-letter.ts'
import { nameOfActor } from '../news/name-of-actor.ts'
import type { AddressedNews } from '../news/queue-news.ts'
import type { ClosedProposals } from '../proposals/close-proposals.ts'
import { closedProposalsInLetter } from '../proposals/closed-proposals.ts'
import { loadClosedProposals } from '../proposals/fill-slot.ts'
import { proposedStarts } from '../proposals/proposed-starts.ts'
import type { JudgedMove } from './judge-moves.ts'
import { newsOfProposalsClosedByMove } from './news-of-closed-by-move.ts'

/**
 * Returns the news about moved slots, for the khateebs who are confirmed for these slots or have a pending proposal, and for the masjids
 * whose proposals for other slots were closed. For each slot with a confirmed khateeb, there is also news for the masjid of the slots,
 * which only updates calendar events (`kindsThatOnlyUpdateEvents`). Also returns the uids of the khateebs, without duplicates.
 */
export async function newsOfMoves(
  tx: Tx,
  by: PartyActor,
  moved: readonly JudgedMove[],
  closed: ClosedProposals,
): Promise<{ readonly news: readonly AddressedNews[]; readonly khateebUids: readonly string[] }> {
  const assignmentIds = moved.flatMap(({ confirmed }) => confirmed?.assignmentId ?? [])
  const proposalIds = moved.flatMap(({ pending }) => pending.map((it) => it.proposalId))
  const khateebs = await khateebsOfSlots(tx, {
    assignments: sql<boolean>`id = any(${assignmentIds}::uuid[])`,
    proposals: sql<boolean>`id = any(${proposalIds}::uuid[])`,
  })
  const ended = await loadClosedProposals(tx, closed)
  const startBefore = new Map(moved.map(({ slotId, slot: { date, time } }) => [slotId, { date, time }]))
  const startWhenProposed = await proposedStarts(tx, proposalIds)
  const closedByMoves = closedByMoveOf(moved)
  const elsewhere = ended.filter((it) => !startBefore.has(it.slotId))
  const closedIds = new Set(closed.map((it) => it.proposalId))
  const memberName = assignmentIds.length === 0 ? undefined : await nameOfActor(tx, by)
  const ofMovedSlots = khateebs.flatMap(
    ({ khateebUid, name, was, rowId, awaitsReconfirmation, agreedStart, ...slot }): AddressedNews[] => {
      // If the slot moved before, the khateeb may not know its last start, because queued news of the earlier move is dropped. So name the
      // start that he agreed to, or that the slot had when the proposal was sent.
      const before = startBefore.get(slot.slotId)
      if (before === undefined || closedIds.has(rowId)) return []
      const from = agreedStart ?? startWhenProposed.get(rowId) ?? before
      const ofMove = elsewhere.filter((it) => closedByMoves.get(it.proposalId) === slot.slotId)
      const about = { occasion: slotInLetter(slot), khateebUid, khateebName: name }
      const props = {
        ...about,
        from,
        was,
        rowId,
        awaitsReconfirmation,
        closed: was === 'confirmed' ? closedProposalsInLetter('khateeb', khateebUid, ofMove) : [],
      }
      const forKhateeb: AddressedNews = { partyUid: khateebUid, news: { kind: 'slot_moved', props } }
      if (was !== 'confirmed' || memberName === undefined) return [forKhateeb]
      // The members of the masjid know all moves.
      const forMasjid = { ...about, from: before, memberName }
      return [forKhateeb, { partyUid: by.uid, news: { kind: 'you_moved_slot', props: forMasjid } }]
    },
  )
  return {
    news: [...ofMovedSlots, ...newsOfProposalsClosedByMove(ended, startBefore, startWhenProposed)],
    khateebUids: [...new Set(khateebs.map((it) => it.khateebUid))],
  }
}

/**
 * The move of a slot closes those proposals for other slots that its confirmed khateeb has and that now overlap it. Returns the ids of the
 * moved slots by the ids of these proposals. If two moves close the same proposal, returns only one of their slots, so that the khateeb is
 * told once.
 */
function closedByMoveOf(moved: readonly JudgedMove[]): ReadonlyMap<string, string> {
  return new Map(
    moved.flatMap(({ slotId, overlapping }) => overlapping.map(({ proposalId }) => [proposalId, slotId])),
  )
}
