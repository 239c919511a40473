import { sql } from 'kysely'
import { staysConfirmed } from '../../domain/khutbahs/move-slot.ts'
import { dateIn } from '../../domain/khutbahs/wall-clock.ts'
import type { Proposal } from '../../domain/proposals/proposal.ts'
import type { Tx } from '../database/database.ts'
import { slotInLetter } from '../letters/slot-in-letter.ts'
import type { AddressedNews } from '../news/queue-news.ts'
import { auditEntriesOfClosed, type ClosedProposals, closeProposals } from './close-proposals.ts'
import type { LockedKhateeb, LockedSlot } from './lock-and-load.ts'
import { isClosedByFilling } from './proposal-predicates.ts'
import { proposalsWithBothSides } from './slots-with-masjids.ts'

interface AcceptedProposal extends Pick<Proposal, 'id' | 'direction'> {
  /** The start that a request was for, if the slot has another one now. */
  readonly agreedStartsAt: Date | null
}

/**
 * Confirms a khateeb for a locked slot by an accepted proposal. In the same transaction this closes the slot's other
 * proposals and the khateeb's proposals for overlapping hours. Proposals whose slot has begun are left to expire, without
 * news. Returns what changed, for the audit, `closed` with both sides' names, and the news about them.
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
      ...agreementTo(slot, agreedStartsAt),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const filling = {
    slotId: sql`${slot.slotId}`,
    startsAt: sql`${slot.startsAt}`,
    khateebUid: sql`${khateeb.uid}`,
  }
  // Locked in the same order everywhere, so that two transactions that close each other's proposals cannot deadlock.
  const rivals = tx
    .selectFrom('proposals as p')
    .innerJoin('slots as s', 's.id', 'p.slot_id')
    .where(isClosedByFilling(filling, 'p', 's'))
    .orderBy('p.id')
    .forNoKeyUpdate('p')
    .select('p.id')
  const rows = await closeProposals(tx, (pending) => pending.where('id', 'in', rivals))
  const closed = rows.length === 0 ? [] : await loadClosed(tx, rows)
  // The letter about an accepted invite goes to the slot's masjid, and names what closed there.
  const isNamed = (uid: string) => direction === 'invite' && uid === slot.masjidUid
  const news = newsOfClosing(slot, closed, isNamed)
  return { assignmentId, auditEntries: auditEntriesOfClosed(rows), closed, news }
}

/** After a khateeb requested the slot, its masjid may have moved it. Then he is asked to confirm, as if it had moved after the approval. */
function agreementTo({ date, startsAt, timeZone }: LockedSlot, requestedStart: Date | null) {
  if (requestedStart === null) return {}
  const requested = { date: dateIn(timeZone, requestedStart), startsAt: requestedStart }
  return {
    agreed_starts_at: requestedStart,
    awaits_reconfirmation: !staysConfirmed(requested, { date, startsAt }),
  }
}

/** Closed proposals with the names of both sides, soonest first. */
export function loadClosed(tx: Tx, rows: ClosedProposals) {
  const ids = rows.map((it) => it.proposalId)
  return proposalsWithBothSides(tx)
    .where('p.id', 'in', ids)
    .orderBy('s.starts_at')
    .orderBy('p.number')
    .select('s.starts_at as startsAt')
    .execute()
}

/**
 * The news for the other khateebs proposed for the slot, and for the masjids whose proposals to this khateeb were closed.
 * @param isNamed whether other news for the masjid names what closed
 */
function newsOfClosing(
  filled: LockedSlot,
  closed: Awaited<ReturnType<typeof loadClosed>>,
  isNamed: (masjidUid: string) => boolean,
): AddressedNews[] {
  return closed.flatMap((it): AddressedNews[] => {
    const { khateebUid, khateebName, direction } = it
    const about = { occasion: slotInLetter(it), khateebUid, khateebName, direction }
    if (it.slotId === filled.slotId)
      return [{ partyUid: khateebUid, news: { kind: 'rival_confirmed', props: about } }]
    if (isNamed(it.masjidUid)) return []
    return [{ partyUid: it.masjidUid, news: { kind: 'khateeb_booked_elsewhere', props: about } }]
  })
}
