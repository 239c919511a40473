import type { Direction } from '../../domain/proposals/proposal.ts'
import { type PartyActor, recordAudit } from '../audit/record-audit.ts'
import type { Tx } from '../database/database.ts'
import type { SlotInLetter } from '../letters/content/letter-slot.ts'
import { slotInLetter } from '../letters/slot-in-letter.ts'
import { type AddressedNews, queueNews } from '../news/queue-news.ts'
import type { NamedKhateeb } from './lock-and-load.ts'

/** A khateeb and a slot. The transaction must have locked both. */
interface KhateebAndSlot {
  readonly slot: SlotInLetter
  readonly khateeb: NamedKhateeb
}

/**
 * Creates proposals that the rules have allowed. Audits them and queues their news: one letter for each person.
 * @returns the ids of the proposals, in the order of `pairs`
 */
export async function createProposals(
  tx: Tx,
  direction: Direction,
  pairs: readonly KhateebAndSlot[],
  by: PartyActor,
): Promise<readonly string[]> {
  const created = []
  for (const { slot, khateeb } of pairs) {
    const ids = { masjidUid: slot.masjidUid, khateebUid: khateeb.uid, slotId: slot.slotId }
    const { proposalId } = await tx
      .insertInto('proposals')
      .values({ slot_id: ids.slotId, masjid_uid: ids.masjidUid, khateeb_uid: ids.khateebUid, direction })
      .returning('id as proposalId')
      .executeTakeFirstOrThrow()
    created.push({ ...ids, proposalId, slot, khateebName: khateeb.name })
  }
  await recordAudit(
    tx,
    by,
    created.map(({ masjidUid, khateebUid, slotId, proposalId }) => {
      return { event: `${direction}_sent`, masjidUid, khateebUid, slotId, proposalId } as const
    }),
  )
  await queueNews(
    tx,
    created.map(({ masjidUid, khateebUid, khateebName, slot, proposalId }): AddressedNews => {
      const props = { occasion: slotInLetter(slot), khateebUid, khateebName, proposalId }
      return direction === 'invite'
        ? { partyUid: khateebUid, news: { kind: 'invite_received', props } }
        : { partyUid: masjidUid, news: { kind: 'request_received', props } }
    }),
  )
  return created.map(({ proposalId }) => proposalId)
}
