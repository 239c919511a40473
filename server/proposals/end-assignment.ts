import { type RawBuilder, sql } from 'kysely'
import { type Assignment, remove, withdraw } from '../../domain/proposals/end-assignment.ts'
import { record } from '../audit/record.ts'
import { now, type Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import { queueLetters } from '../letters/queue-letters.ts'
import { occasionOf } from './occasion.ts'
import { type LockedSlot, lockSlot, loadKhateeb, type SlotReference } from './lock-and-load.ts'

/** Whether a call changed something, or found its work done. */
export interface Released {
  readonly changed: boolean
}

/** The masjid removes the khateeb of a slot, if he is the one whose assignment it saw. He is told. */
export async function removeKhateeb(tx: Tx, name: SlotReference, seen: string | null): Promise<Released> {
  const { slot, moment } = await hold(tx, name)
  const release = remove(moment, seen)
  if (release.kind === 'refused') throw new Failure(release.why)
  if (release.kind === 'done') return { changed: false }
  const khateeb = await loadKhateeb(tx, release.assignment.khateebUid)
  await end(tx, slot, release.assignment, { end_reason: 'removed' })
  const props = { occasion: occasionOf(slot), khateebName: khateeb.name }
  await queueLetters(tx, [{ to: khateeb.email, letter: { kind: 'khateeb_removed', props } }])
  return { changed: true }
}

interface Withdrawal {
  readonly slot: SlotReference
  readonly khateebUid: string
  readonly assignmentId: string | null
  readonly reason: string
}

/** A khateeb withdraws from a slot. The masjid is told, with his reason. */
export async function withdrawKhateeb(
  tx: Tx,
  { slot: name, khateebUid, ...asked }: Withdrawal,
): Promise<Released> {
  const own = sql`(
    select max(confirmed_at) from assignments
    where slot_id = s.id and khateeb_uid = ${khateebUid}
      and (${asked.assignmentId}::uuid is null or assignments.id = ${asked.assignmentId})
  )`
  const { slot, moment } = await hold(tx, name, own)
  const release = withdraw(moment, khateebUid, asked.assignmentId)
  if (release.kind === 'refused') throw new Failure(release.why)
  if (release.kind === 'done') return { changed: false }
  const khateeb = await loadKhateeb(tx, khateebUid)
  const props = { occasion: occasionOf(slot), khateebName: khateeb.name, reason: asked.reason }
  await end(tx, slot, release.assignment, { end_reason: 'withdrawn', withdrawal_reason: asked.reason })
  await queueLetters(tx, [{ to: slot.masjidEmail, letter: { kind: 'khateeb_withdrew', props } }])
  return { changed: true }
}

async function hold(tx: Tx, name: SlotReference, meant?: RawBuilder<unknown>) {
  const slot = await lockSlot(tx, name, meant)
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
  // Without an assignment there is nothing that the clock could decide.
  return { now: rows[0]?.now ?? slot.startsAt, assignments: rows }
}

async function end(
  tx: Tx,
  { id: slotId, masjidUid }: LockedSlot,
  { id: assignmentId, khateebUid }: Assignment,
  how:
    | { readonly end_reason: 'removed' }
    | { readonly end_reason: 'withdrawn'; readonly withdrawal_reason: string },
): Promise<void> {
  await tx
    .updateTable('assignments')
    .set({ ended_at: now, ...how })
    .where('id', '=', assignmentId)
    .where('ended_at', 'is', null)
    .execute()
  const { event, by } = ends[how.end_reason]
  await record(tx, { role: by, uid: by === 'masjid' ? masjidUid : khateebUid }, [
    { event, masjidUid, khateebUid, slotId, assignmentId },
  ])
}

/** How each end is audited, and who it is that ends. */
const ends = {
  removed: { event: 'khateeb_removed', by: 'masjid' },
  withdrawn: { event: 'khateeb_withdrew', by: 'khateeb' },
} as const
