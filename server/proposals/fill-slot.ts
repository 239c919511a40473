import { sql } from 'kysely'
import { staysConfirmed } from '../../domain/khutbahs/stays-confirmed.ts'
import { dateIn, type WallClock } from '../../domain/khutbahs/wall-clock.ts'
import type { Proposal } from '../../domain/proposals/proposal.ts'
import type { Tx } from '../database/database.ts'
import { slotInLetter } from '../letters/slot-in-letter.ts'
import type { AddressedNews } from '../news/queue-news.ts'
import { auditEntriesOfClosedProposals, type ClosedProposals, closeProposals } from './close-proposals.ts'
import type { LockedKhateeb, LockedSlot } from './lock-and-load.ts'
import { isClosedByFilling } from './proposal-fragments.ts'
import { proposedStarts } from './proposed-starts.ts'
import { proposalsWithBothSides } from './slots-with-masjids.ts'

interface AcceptedProposal extends Pick<Proposal, 'id' | 'direction'> {
  /** The start at the time of the request, if the slot has moved since; otherwise null. */
  readonly agreedStartsAt: Date | null
}

/**
 * Confirms a khateeb for a locked slot by an accepted proposal. In the same transaction, closes the slot's other proposals and the
 * khateeb's proposals for overlapping hours. Proposals whose slot has begun expire later, without news.
 * @returns the new assignment's id, the audit entries, the closed proposals with both sides' names, and the news about them
 */
export async function fillSlot(
  tx: Tx,
  slot: LockedSlot,
  khateeb: LockedKhateeb,
  { id: proposalId, direction, agreedStartsAt }: AcceptedProposal,
) {
  const { id: assignmentId } = await tx
    .insertInto('assignments')
    .values({
      slot_id: slot.slotId,
      masjid_uid: slot.masjidUid,
      khateeb_uid: khateeb.uid,
      starts_at: slot.startsAt,
      proposal_id: proposalId,
      ...agreedStartColumns(slot, agreedStartsAt),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const filling = {
    slotId: sql`${slot.slotId}`,
    startsAt: sql`${slot.startsAt}`,
    khateebUid: sql`${khateeb.uid}`,
  }
  const rows = await closeProposals(tx, isClosedByFilling(filling, 'p', 's'))
  const closed = await loadClosedProposals(tx, rows)
  // The masjid of the slot gets a letter about an accepted invite anyway. This letter lists the masjid's closed proposals, so the masjid
  // needs no further news.
  const isNamed = (uid: string) => direction === 'invite' && uid === slot.masjidUid
  const rivals = closed.filter((it) => it.slotId === slot.slotId).map((it) => it.proposalId)
  const news = newsOfClosing(slot, closed, await proposedStarts(tx, rivals), isNamed)
  return { assignmentId, auditEntries: auditEntriesOfClosedProposals(rows), closed, news }
}

/**
 * Returns the columns of the agreed start. If the masjid has moved the slot since the khateeb requested it, he may have to confirm the new
 * start, as after a move of a confirmed slot.
 */
function agreedStartColumns({ date, startsAt, timeZone }: LockedSlot, requestedStart: Date | null) {
  if (requestedStart === null) return {}
  const requested = { date: dateIn(timeZone, requestedStart), startsAt: requestedStart }
  return {
    agreed_starts_at: requestedStart,
    awaits_reconfirmation: !staysConfirmed(requested, { date, startsAt }),
  }
}

/** Returns closed proposals with the names of both sides, soonest slot first. */
export async function loadClosedProposals(tx: Tx, rows: ClosedProposals) {
  if (rows.length === 0) return []
  const ids = rows.map((it) => it.proposalId)
  return proposalsWithBothSides(tx)
    .where('p.id', 'in', ids)
    .orderBy('s.starts_at')
    .orderBy('p.number')
    .select(['p.id as proposalId', 's.starts_at as startsAt'])
    .execute()
}

/**
 * Returns the news for the other khateebs whose proposals for the slot were closed, and for the masjids whose proposals with this khateeb
 * were closed.
 * @param startWhenProposed the starts of the slot when these proposals were sent (`proposedStarts`), if the slot has moved since
 * @param isNamed whether another letter to the masjid already lists the closed proposals
 */
function newsOfClosing(
  filled: LockedSlot,
  closed: Awaited<ReturnType<typeof loadClosedProposals>>,
  startWhenProposed: ReadonlyMap<string, WallClock>,
  isNamed: (masjidUid: string) => boolean,
): AddressedNews[] {
  return closed.flatMap((it): AddressedNews[] => {
    const { proposalId, khateebUid, khateebName, direction } = it
    const about = { occasion: slotInLetter(it), khateebUid, khateebName, direction }
    if (it.slotId === filled.slotId) {
      const from = startWhenProposed.get(proposalId)
      const props = { ...about, ...(from && { from }) }
      return [{ partyUid: khateebUid, news: { kind: 'rival_confirmed', props } }]
    }
    if (isNamed(it.masjidUid)) return []
    return [{ partyUid: it.masjidUid, news: { kind: 'khateeb_booked_elsewhere', props: about } }]
  })
}
