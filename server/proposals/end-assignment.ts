import { type RawBuilder, sql } from 'kysely'
import { type Assignment, remove, withdraw } from '../../domain/proposals/end-assignment.ts'
import { recordAudit } from '../audit/record.ts'
import { now, type Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import { queueLetters } from '../letters/queue-letters.ts'
import { type LockedSlot, loadKhateeb, lockSlot, type SlotReference } from './lock-and-load.ts'
import { occasionOf } from './occasion.ts'

/**
 * The masjid removes the khateeb of a slot. The khateeb gets a letter. `changed` is false if the assignment had already ended.
 * @param expectedId the id of the assignment shown to the masjid, so that a khateeb confirmed since then is not removed;
 *   null to remove any khateeb
 */
export async function removeKhateeb(
  tx: Tx,
  reference: SlotReference,
  expectedId: string | null,
): Promise<{ changed: boolean }> {
  const { slot, moment } = await lockSlotWithAssignments(tx, reference)
  const release = remove(moment, expectedId)
  if (release.kind === 'refused') throw new Failure(release.why)
  if (release.kind === 'done') return { changed: false }
  const khateeb = await loadKhateeb(tx, release.assignment.khateebUid)
  await endAssignment(tx, slot, release.assignment, { end_reason: 'removed' })
  const props = { occasion: occasionOf(slot), khateebName: khateeb.name }
  await queueLetters(tx, [{ to: khateeb.email, letter: { kind: 'khateeb_removed', props } }])
  return { changed: true }
}

/** A khateeb withdraws from a slot. The masjid gets a letter with the khateeb's reason. */
export async function withdrawKhateeb(
  tx: Tx,
  reference: SlotReference,
  khateebUid: string,
  { expectedId, reason }: { readonly expectedId: string | null; readonly reason: string },
): Promise<{ changed: boolean }> {
  const latestOwnAssignment = sql`(
    select max(confirmed_at) from assignments
    where slot_id = s.id and khateeb_uid = ${khateebUid}
      and (${expectedId}::uuid is null or assignments.id = ${expectedId})
  )`
  const { slot, moment } = await lockSlotWithAssignments(tx, reference, latestOwnAssignment)
  const release = withdraw(moment, khateebUid, expectedId)
  if (release.kind === 'refused') throw new Failure(release.why)
  if (release.kind === 'done') return { changed: false }
  const khateeb = await loadKhateeb(tx, khateebUid)
  const props = { occasion: occasionOf(slot), khateebName: khateeb.name, reason }
  await endAssignment(tx, slot, release.assignment, { end_reason: 'withdrawn', withdrawal_reason: reason })
  await queueLetters(tx, [{ to: slot.masjidEmail, letter: { kind: 'khateeb_withdrew', props } }])
  return { changed: true }
}

async function lockSlotWithAssignments(
  tx: Tx,
  reference: SlotReference,
  preferredSlot?: RawBuilder<unknown>,
) {
  const slot = await lockSlot(tx, reference, preferredSlot)
  if (slot === undefined) throw new Failure('not_found')
  const { startsAt } = slot
  const assignments = await tx
    .selectFrom('assignments')
    .where('slot_id', '=', slot.id)
    .orderBy('confirmed_at')
    .select(['id', 'khateeb_uid as khateebUid', 'end_reason as end', now.as('now')])
    .execute()
  // Without an assignment the rules don't use `now`, so any time will do.
  return { slot, moment: { startsAt, now: assignments[0]?.now ?? startsAt, assignments } }
}

async function endAssignment(
  tx: Tx,
  { id: slotId, masjidUid }: LockedSlot,
  { id: assignmentId, khateebUid }: Assignment,
  reason:
    | { readonly end_reason: 'removed' }
    | { readonly end_reason: 'withdrawn'; readonly withdrawal_reason: string },
): Promise<void> {
  await tx
    .updateTable('assignments')
    .set({ ended_at: now, ...reason })
    .where('id', '=', assignmentId)
    .where('ended_at', 'is', null)
    .execute()
  const { event, by } = auditEvents[reason.end_reason]
  await recordAudit(tx, { role: by, uid: by === 'masjid' ? masjidUid : khateebUid }, [
    { event, masjidUid, khateebUid, slotId, assignmentId },
  ])
}

/** By end reason: the audit event, and the role that ended the assignment. */
const auditEvents = {
  removed: { event: 'khateeb_removed', by: 'masjid' },
  withdrawn: { event: 'khateeb_withdrew', by: 'khateeb' },
} as const
