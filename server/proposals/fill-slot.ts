import { sql } from 'kysely'
import type { AuditEntry } from '../audit/record.ts'
import { now, type Tx } from '../database/database.ts'
import { khateebName } from '../fragments/names-and-times.ts'
import { type AddressedLetter, queueLetters } from '../letters/queue-letters.ts'
import { closeProposals, closingEntries } from './close-proposals.ts'
import type { LockedKhateeb, LockedSlot } from './lock-and-load.ts'
import { occasionColumns, occasionOf } from './occasion.ts'

/** The changes that filling a slot made, for the audit. */
interface FilledSlot {
  readonly assignmentId: string
  readonly closed: readonly AuditEntry[]
}

/**
 * Confirms a khateeb for a locked slot by an accepted proposal. In the same transaction this closes the slot's other
 * proposals and the khateeb's proposals for overlapping hours, and queues letters about them. Proposals whose slot has
 * begun are left to expire, without a letter.
 */
export async function fillSlot(
  tx: Tx,
  slot: LockedSlot,
  khateeb: LockedKhateeb,
  proposalId: string,
): Promise<FilledSlot> {
  const { id: assignmentId } = await tx
    .insertInto('assignments')
    .values({
      slot_id: slot.id,
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
        where('p.slot_id', '=', slot.id),
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
  if (closed.length > 0)
    await notifyOfClosing(
      tx,
      slot,
      closed.map((it) => it.proposalId),
    )
  return { assignmentId, closed: closingEntries(closed) }
}

/** Writes to the other khateebs proposed for the slot, and to the masjids whose proposals to this khateeb were closed. */
async function notifyOfClosing(tx: Tx, filled: LockedSlot, closed: readonly string[]): Promise<void> {
  const proposals = await tx
    .selectFrom('proposals as p')
    .innerJoin('slots as s', 's.id', 'p.slot_id')
    .innerJoin('masjids as m', 'm.uid', 'p.masjid_uid')
    .innerJoin('accounts as ma', 'ma.uid', 'm.uid')
    .innerJoin('khateebs as k', 'k.uid', 'p.khateeb_uid')
    .innerJoin('accounts as ka', 'ka.uid', 'k.uid')
    .where('p.id', 'in', closed)
    .select([
      'p.slot_id as slotId',
      'p.direction',
      ...occasionColumns,
      'ma.email as masjidEmail',
      'ka.email as khateebEmail',
      khateebName('k').as('khateebName'),
    ])
    .execute()
  const letters = proposals.map((it): AddressedLetter => {
    const about = { occasion: occasionOf(it), khateebName: it.khateebName, direction: it.direction }
    return it.slotId === filled.id
      ? { to: it.khateebEmail, letter: { kind: 'rival_confirmed', props: about } }
      : { to: it.masjidEmail, letter: { kind: 'khateeb_booked_elsewhere', props: about } }
  })
  await queueLetters(tx, letters)
}
