import { type RawBuilder, sql } from 'kysely'
import { type Assignment, type Release, remove, withdraw } from '../../domain/proposals/end-assignment.ts'
import { recordAudit } from '../audit/record.ts'
import { now, type Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import type { Occasion } from '../letters/letter.ts'
import { type AddressedLetter, queueLetters } from '../letters/queue-letters.ts'
import {
  type LockedKhateeb,
  type LockedSlot,
  loadKhateeb,
  lockSlot,
  type SlotReference,
} from './lock-and-load.ts'
import { occasionOf } from './occasion.ts'

export interface EndResult {
  /** False if the assignment had already ended. */
  readonly changed: boolean
}

/**
 * The masjid removes the khateeb of a slot. The khateeb gets a letter.
 * @param expectedId the id of the assignment shown to the masjid, so that a khateeb confirmed since then is not removed;
 *   null to remove any khateeb
 */
export async function removeKhateeb(
  tx: Tx,
  reference: SlotReference,
  expectedId: string | null,
): Promise<EndResult> {
  const { slot, moment } = await lockSlotWithAssignments(tx, reference)
  return endAssignment(tx, slot, remove(moment, expectedId), { end_reason: 'removed' }, (khateeb, props) => ({
    to: khateeb.email,
    letter: { kind: 'khateeb_removed', props },
  }))
}

/** A khateeb withdraws from a slot. The masjid gets a letter with the khateeb's reason. */
export async function withdrawKhateeb(
  tx: Tx,
  {
    slot: reference,
    khateebUid,
    assignmentId,
    reason,
  }: {
    readonly slot: SlotReference
    readonly khateebUid: string
    readonly assignmentId: string | null
    readonly reason: string
  },
): Promise<EndResult> {
  const latestOwnAssignment = sql`(
    select max(confirmed_at) from assignments
    where slot_id = s.id and khateeb_uid = ${khateebUid}
      and (${assignmentId}::uuid is null or assignments.id = ${assignmentId})
  )`
  const { slot, moment } = await lockSlotWithAssignments(tx, reference, latestOwnAssignment)
  const release = withdraw(moment, khateebUid, assignmentId)
  const change = { end_reason: 'withdrawn', withdrawal_reason: reason } as const
  return endAssignment(tx, slot, release, change, (_, props) => ({
    to: slot.masjidEmail,
    letter: { kind: 'khateeb_withdrew', props: { ...props, reason } },
  }))
}

async function lockSlotWithAssignments(
  tx: Tx,
  reference: SlotReference,
  preferredSlot?: RawBuilder<unknown>,
) {
  const slot = await lockSlot(tx, reference, preferredSlot)
  if (slot === undefined) throw new Failure('not_found')
  return { slot, moment: { startsAt: slot.startsAt, ...(await assignmentsOf(tx, slot)) } }
}

async function assignmentsOf(tx: Tx, slot: LockedSlot): Promise<{ now: Date; assignments: Assignment[] }> {
  const rows = await tx
    .selectFrom('assignments')
    .where('slot_id', '=', slot.id)
    .orderBy('confirmed_at')
    .select(['id', 'khateeb_uid as khateebUid', 'end_reason as end', now.as('now')])
    .execute()
  // Without any assignment the rules don't look at the clock.
  return { now: rows[0]?.now ?? slot.startsAt, assignments: rows }
}

/** Ends the assignment if the rules allow it, audits that, and queues the letter to the other side. */
async function endAssignment(
  tx: Tx,
  slot: LockedSlot,
  release: Release,
  change:
    | { readonly end_reason: 'removed' }
    | { readonly end_reason: 'withdrawn'; readonly withdrawal_reason: string },
  letterTo: (
    khateeb: LockedKhateeb,
    props: { readonly occasion: Occasion; readonly khateebName: string },
  ) => AddressedLetter,
): Promise<EndResult> {
  if (release.kind === 'refused') throw new Failure(release.why)
  if (release.kind === 'done') return { changed: false }
  const { id: assignmentId, khateebUid } = release.assignment
  const { id: slotId, masjidUid } = slot
  await tx
    .updateTable('assignments')
    .set({ ended_at: now, ...change })
    .where('id', '=', assignmentId)
    .where('ended_at', 'is', null)
    .execute()
  const { event, by } = auditEvents[change.end_reason]
  await recordAudit(tx, { role: by, uid: by === 'masjid' ? masjidUid : khateebUid }, [
    { event, masjidUid, khateebUid, slotId, assignmentId },
  ])
  const khateeb = await loadKhateeb(tx, khateebUid)
  const letter = letterTo(khateeb, { occasion: occasionOf(slot), khateebName: khateeb.name })
  await queueLetters(tx, [letter])
  return { changed: true }
}

/** By end reason: the audit event, and the role that ended the assignment. */
const auditEvents = {
  removed: { event: 'khateeb_removed', by: 'masjid' },
  withdrawn: { event: 'khateeb_withdrew', by: 'khateeb' },
} as const
