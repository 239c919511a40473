import { sql } from 'kysely'
import type { InputOf } from '../../contract/endpoint.ts'
import type { reconfirmKhateeb as endpoint } from '../../contract/proposals.ts'
import { judgeReconfirmation } from '../../domain/proposals/reconfirm.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { now, type Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import { queueLetters } from '../letters/queue-letters.ts'
import { isAwaitingReconfirmation } from '../sql-fragments/is-awaiting-reconfirmation.ts'
import { loadKhateeb, lockSlot } from './lock-and-load.ts'
import { slotInLetter } from './slot-in-letter.ts'

/** A khateeb confirms a slot again whose start was moved. The masjid gets a letter. */
export async function reconfirmKhateeb(
  tx: Tx,
  { khateebUid, assignmentId = null, seenStart, ...reference }: InputOf<typeof endpoint>,
): Promise<{ changed: boolean }> {
  // A removed slot may have been posted again at the same time. The call means the one with the khateeb's newest assignment.
  const slot = await lockSlot(
    tx,
    reference,
    (it) => sql`(
      select max(confirmed_at) from assignments
      where slot_id = ${sql.ref(`${it}.id`)} and khateeb_uid = ${khateebUid})`,
  )
  const assignments = await tx
    .selectFrom('assignments')
    .where('slot_id', '=', slot.slotId)
    .where('khateeb_uid', '=', khateebUid)
    .orderBy('confirmed_at')
    .select(['id', 'khateeb_uid as khateebUid', 'end_reason as end', now.as('now')])
    .select(isAwaitingReconfirmation('assignments').as('awaitsReconfirmation'))
    .execute()
  const moment = { startsAt: slot.startsAt, now: assignments[0]?.now ?? slot.startsAt, assignments }
  const verdict = judgeReconfirmation(moment, { assignmentId, startsAt: new Date(seenStart) })
  if (verdict.kind === 'refused') throw new Failure(verdict.why)
  if (verdict.kind === 'done') return { changed: false }
  await tx
    .updateTable('assignments')
    .set({ agreed_starts_at: null })
    .where('id', '=', verdict.assignmentId)
    .execute()
  const { slotId, masjidUid } = slot
  await recordAudit(tx, { role: 'khateeb', uid: khateebUid }, [
    { event: 'khateeb_reconfirmed', masjidUid, khateebUid, slotId, assignmentId: verdict.assignmentId },
  ])
  const { name: khateebName } = await loadKhateeb(tx, khateebUid)
  const props = { occasion: slotInLetter(slot), khateebName }
  await queueLetters(tx, [{ to: slot.masjidEmail, letter: { kind: 'khateeb_reconfirmed', props } }])
  return { changed: true }
}
