import { sql } from 'kysely'
import type {
  removeKhateeb as removeKhateebCall,
  withdrawKhateeb as withdrawKhateebCall,
} from '../../contract/assignments.ts'
import type { InputOf } from '../../contract/endpoint.ts'
import type { WallClock } from '../../domain/khutbahs/wall-clock.ts'
import { type EndVerdict, judgeRemoval, judgeWithdrawal } from '../../domain/proposals/end-assignment.ts'
import { type PartyActor, recordAudit } from '../audit/record-audit.ts'
import { databaseNow, type Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import { slotInLetter } from '../letters/slot-in-letter.ts'
import { nameOfActor } from '../news/name-of-actor.ts'
import { queueNews } from '../news/queue-news.ts'
import { agreedStart } from '../sql-fragments/agreed-start.ts'
import { type LockedSlot, loadKhateeb, type NamedKhateeb } from './lock-and-load.ts'
import { lockSlotWithAssignments, preferSlotOfLatestAssignment } from './lock-slot-with-assignments.ts'

/**
 * Removes the khateeb of a slot for the masjid. The khateeb gets a letter, and so do members who got the calendar event in a letter.
 * `changed` is false if the assignment had already ended. `assignmentId` is the assignment that the masjid saw. If it is set, a khateeb who
 * was confirmed later is not removed.
 */
export async function removeKhateeb(
  tx: Tx,
  { assignmentId = null, ...reference }: InputOf<typeof removeKhateebCall>,
  by: PartyActor,
): Promise<{ changed: boolean }> {
  const { slot, moment } = await lockSlotWithAssignments(tx, reference)
  const release = judgeRemoval(moment, assignmentId)
  const khateeb = await endAssignment(tx, slot, release, { end_reason: 'removed' }, by)
  if (khateeb === undefined) return { changed: false }
  const { uid: khateebUid, name: khateebName, agreedStart: from } = khateeb
  const about = { occasion: slotInLetter(slot), khateebUid, khateebName }
  const memberName = await nameOfActor(tx, by)
  await queueNews(tx, [
    { partyUid: khateebUid, news: { kind: 'khateeb_removed', props: { ...about, ...(from && { from }) } } },
    { partyUid: slot.masjidUid, news: { kind: 'you_removed_khateeb', props: { ...about, memberName } } },
  ])
  return { changed: true }
}

/**
 * Withdraws a khateeb from a slot. The masjid gets a letter with the khateeb's reason. The khateeb gets a letter, too, if an earlier letter
 * had the calendar event.
 */
export async function withdrawKhateeb(
  tx: Tx,
  { khateebUid, assignmentId = null, reason, ...reference }: InputOf<typeof withdrawKhateebCall>,
  by: PartyActor,
): Promise<{ changed: boolean }> {
  const preference = preferSlotOfLatestAssignment(khateebUid, assignmentId)
  const { slot, moment } = await lockSlotWithAssignments(tx, reference, preference)
  const release = judgeWithdrawal(moment, khateebUid, assignmentId)
  const end = { end_reason: 'withdrawn', withdrawal_reason: reason } as const
  const khateeb = await endAssignment(tx, slot, release, end, by)
  if (khateeb === undefined) return { changed: false }
  const { name: khateebName, agreedStart: from } = khateeb
  const about = { occasion: slotInLetter(slot), khateebUid, khateebName }
  await queueNews(tx, [
    { partyUid: slot.masjidUid, news: { kind: 'khateeb_withdrew', props: { ...about, reason } } },
    { partyUid: khateebUid, news: { kind: 'you_withdrew', props: { ...about, ...(from && { from }) } } },
  ])
  return { changed: true }
}

/**
 * The columns of an assignment that ends. If its slot moves later, a trigger sets `agreed_starts_at` to the start that the assignment had
 * at its end.
 */
export const assignmentEnd = {
  ended_at: databaseNow,
  agreed_starts_at: null,
  awaits_reconfirmation: false,
} as const

/**
 * Ends an assignment and returns its khateeb, with his `agreedStart`. Returns undefined if the assignment had already ended.
 * Throws a `Failure` if the rules refuse the end.
 */
async function endAssignment(
  tx: Tx,
  { slotId, masjidUid, timeZone }: LockedSlot,
  release: EndVerdict,
  end:
    | { readonly end_reason: 'removed' }
    | { readonly end_reason: 'withdrawn'; readonly withdrawal_reason: string },
  by: PartyActor,
): Promise<(NamedKhateeb & { readonly agreedStart: WallClock | null }) | undefined> {
  if (release.kind === 'refused') throw new Failure(release.why)
  if (release.kind === 'done') return undefined
  const { id: assignmentId, khateebUid } = release.assignment
  const ended = await tx
    .updateTable('assignments as a')
    .from('assignments as before')
    .whereRef('before.id', '=', 'a.id')
    .set({ ...assignmentEnd, ...end })
    .where('a.id', '=', assignmentId)
    .where('a.ended_at', 'is', null)
    .returning(agreedStart('before', sql<string>`${timeZone}::text`).as('agreedStart'))
    .executeTakeFirstOrThrow()
  const event = auditEvents[end.end_reason]
  await recordAudit(tx, by, [{ event, masjidUid, khateebUid, slotId, assignmentId }])
  return { ...(await loadKhateeb(tx, khateebUid)), ...ended }
}

const auditEvents = { removed: 'khateeb_removed', withdrawn: 'khateeb_withdrew' } as const
