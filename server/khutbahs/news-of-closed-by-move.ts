import type { WallClock } from '../../domain/khutbahs/wall-clock.ts'
import { slotInLetter } from '../letters/slot-in-letter.ts'
import type { AddressedNews } from '../news/queue-news.ts'
import type { loadClosedProposals } from '../proposals/fill-slot.ts'

/**
 * Returns one piece of news about each proposal that a move closed. If the proposal was for a moved slot, the news goes to its khateeb.
 * Otherwise the proposal was closed because its khateeb is confirmed for a moved slot that now overlaps the proposal's slot. The news then
 * goes to the proposal's masjid.
 * @param startBefore the former starts of the moved slots, by slot id. A start is undefined if only the time zone has changed.
 * @param startWhenProposed the starts of the slots when the proposals were sent (`proposedStarts`), for slots that have moved before
 */
export function newsOfProposalsClosedByMove(
  closed: Awaited<ReturnType<typeof loadClosedProposals>>,
  startBefore: ReadonlyMap<string, WallClock | undefined>,
  startWhenProposed: ReadonlyMap<string, WallClock> = new Map(),
): AddressedNews[] {
  return closed.map(({ proposalId, khateebUid, khateebName, direction, ...slot }): AddressedNews => {
    const about = { occasion: slotInLetter(slot), khateebUid, khateebName, direction }
    if (!startBefore.has(slot.slotId))
      return { partyUid: slot.masjidUid, news: { kind: 'khateeb_booked_elsewhere', props: about } }
    const from = startWhenProposed.get(proposalId) ?? startBefore.get(slot.slotId)
    const props = { ...about, ...(from && { from }) }
    return { partyUid: khateebUid, news: { kind: 'proposal_closed_by_move', props } }
  })
}
