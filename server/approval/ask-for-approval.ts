import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { askForApproval as endpoint } from '../../contract/our-khateebs.ts'
import { refusalByApproval } from '../../domain/approval/approval.ts'
import { judgeProposal } from '../../domain/proposals/proposal-rules.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { databaseNow, type Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import type { Caller } from '../http/route.ts'
import { slotInLetter } from '../letters/slot-in-letter.ts'
import { queueNews } from '../news/queue-news.ts'
import { lockAndLoad } from '../proposals/lock-and-load.ts'

/**
 * Asks a masjid to approve the calling khateeb, for a slot that he could request if he were approved. A khateeb can ask a masjid once. A
 * masjid that has marked him as not wanted gets no news of the question, but its list of khateebs shows that he asked.
 */
export async function askForApproval(
  tx: Tx,
  { khateebUid: _, ...reference }: InputOf<typeof endpoint>,
  by: Caller,
): Promise<OutputOf<typeof endpoint>> {
  const { khateeb, slot, context } = await lockAndLoad(tx, by.uid, reference)
  const { masjidUid } = slot
  const earlier = await tx
    .selectFrom('khateeb_marks')
    .where('masjid_uid', '=', masjidUid)
    .where('khateeb_uid', '=', khateeb.uid)
    .where('asked_at', 'is not', null)
    .select('asked_at')
    .executeTakeFirst()
  if (earlier !== undefined) return { changed: false }
  // Check this first: if the masjid was deleted while this call waited for the slot, the slot is removed and `context.approval` is null.
  if (slot.removed) throw new Failure('not_found')
  if (refusalByApproval('khateeb', context.approval) !== 'approval_needed')
    throw new Failure('approval_not_needed')
  const verdict = judgeProposal('request', { ...context, seenStart: null })
  // If the rules don't refuse a request, the khateeb already has a pending request, which he sent before he needed approval. That request
  // still needs no approval.
  if (verdict.kind !== 'refused') throw new Failure('approval_not_needed')
  if (verdict.why !== 'approval_needed') throw new Failure(verdict.why)
  const set = { asked_at: databaseNow }
  await tx
    .insertInto('khateeb_marks')
    .values({ masjid_uid: masjidUid, khateeb_uid: khateeb.uid, ...set })
    .onConflict((conflict) => conflict.columns(['masjid_uid', 'khateeb_uid']).doUpdateSet(set))
    .execute()
  await recordAudit(tx, by, [{ event: 'approval_asked', masjidUid, khateebUid: khateeb.uid }])
  if (context.approval.mark === null) {
    const props = { occasion: slotInLetter(slot), khateebUid: khateeb.uid, khateebName: khateeb.name }
    await queueNews(tx, [{ partyUid: masjidUid, news: { kind: 'approval_asked', props } }])
  }
  return { changed: true }
}
