import { sql } from 'kysely'
import { now, type Tx } from '../database/database.ts'
import { type AddressedLetter, queueLetters } from '../letters/queue-letters.ts'
import { type ClosedProposals, closeProposals, closingEntries } from './close-proposals.ts'
import type { LockedKhateeb, LockedSlot } from './lock-and-load.ts'
import { slotInLetter } from './slot-in-letter.ts'
import { proposalsWithBothSides } from './slots-with-masjids.ts'

/**
 * Confirms a khateeb for a locked slot by an accepted proposal. In the same transaction this closes the slot's other
 * proposals and the khateeb's proposals for overlapping hours, and queues letters about them. Proposals whose slot has
 * begun are left to expire, without a letter. Returns what changed, for the audit.
 */
export async function fillSlot(tx: Tx, slot: LockedSlot, khateeb: LockedKhateeb, proposalId: string) {
  const { id: assignmentId } = await tx
    .insertInto('assignments')
    .values({
      slot_id: slot.slotId,
      masjid_uid: slot.masjidUid,
      khateeb_uid: khateeb.uid,
      starts_at: slot.startsAt,
      proposal_id: proposalId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // Locked in the same order everywhere, so that two transactions that close each other's proposals cannot deadlock.
  const rivals = tx
    .selectFrom('proposals as p')
    .innerJoin('slots as s', 's.id', 'p.slot_id')
    .where('p.state', '=', 'pending')
    .where('s.starts_at', '>=', now)
    .where((where) =>
      where.or([
        where('p.slot_id', '=', slot.slotId),
        where.and([
          where('p.khateeb_uid', '=', khateeb.uid),
          sql<boolean>`speaking_hour(s.starts_at) && speaking_hour(${slot.startsAt})`,
        ]),
      ]),
    )
    .orderBy('p.id')
    .forNoKeyUpdate('p')
    .select('p.id')
  const closed = await closeProposals(tx, (pending) => pending.where('id', 'in', rivals))
  if (closed.length > 0) await notifyOfClosing(tx, slot, closed)
  return { assignmentId, closed: closingEntries(closed) }
}

/** Writes to the other khateebs proposed for the slot, and to the masjids whose proposals to this khateeb were closed. */
async function notifyOfClosing(tx: Tx, filled: LockedSlot, closed: ClosedProposals): Promise<void> {
  const ids = closed.map((it) => it.proposalId)
  const proposals = await proposalsWithBothSides(tx)
    .where('p.id', 'in', ids)
    .select('ka.email as khateebEmail')
    .execute()
  const letters = proposals.map((it): AddressedLetter => {
    const about = { occasion: slotInLetter(it), khateebName: it.khateebName, direction: it.direction }
    return it.slotId === filled.slotId
      ? { to: it.khateebEmail, letter: { kind: 'rival_confirmed', props: about } }
      : { to: it.masjidEmail, letter: { kind: 'khateeb_booked_elsewhere', props: about } }
  })
  await queueLetters(tx, letters)
}
