import type { reconfirmKhateeb as endpoint } from '../../contract/assignments.ts'
import type { InputOf } from '../../contract/endpoint.ts'
import { judgeReconfirmation } from '../../domain/proposals/reconfirm.ts'
import { type PartyActor, recordAudit } from '../audit/record-audit.ts'
import type { Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import { slotInLetter } from '../letters/slot-in-letter.ts'
import { queueNews } from '../news/queue-news.ts'
import { loadKhateeb } from './lock-and-load.ts'
import { lockSlotWithAssignments, preferSlotOfLatestAssignment } from './lock-slot-with-assignments.ts'

/**
 * Records that a khateeb has confirmed the changed start of a slot. The masjid gets a letter. The khateeb gets a letter, too, if an earlier
 * letter had the calendar event.
 */
export async function reconfirmKhateeb(
  tx: Tx,
  { khateebUid, assignmentId = null, seenStart, ...reference }: InputOf<typeof endpoint>,
  by: PartyActor,
): Promise<{ changed: boolean }> {
  const { slot, moment } = await lockSlotWithAssignments(
    tx,
    reference,
    preferSlotOfLatestAssignment(khateebUid),
  )
  const seen = { assignmentId, startsAt: new Date(seenStart) }
  const verdict = judgeReconfirmation(moment, khateebUid, seen)
  if (verdict.kind === 'refused') throw new Failure(verdict.why)
  if (verdict.kind === 'done') return { changed: false }
  await tx
    .updateTable('assignments')
    .set({ agreed_starts_at: null, awaits_reconfirmation: false })
    .where('id', '=', verdict.assignmentId)
    .execute()
  const { slotId, masjidUid } = slot
  await recordAudit(tx, by, [
    { event: 'khateeb_reconfirmed', masjidUid, khateebUid, slotId, assignmentId: verdict.assignmentId },
  ])
  const { name: khateebName } = await loadKhateeb(tx, khateebUid)
  const props = { occasion: slotInLetter(slot), khateebUid, khateebName }
  await queueNews(tx, [
    { partyUid: masjidUid, news: { kind: 'khateeb_reconfirmed', props } },
    { partyUid: khateebUid, news: { kind: 'you_reconfirmed', props } },
  ])
  return { changed: true }
}
