import { sql } from 'kysely'
import { dateIn } from '../../domain/khutbahs/wall-clock.ts'
import type { Proposal } from '../../domain/proposals/proposal.ts'
import type { Tx } from '../database/database.ts'
import { slotInLetter } from '../letters/slot-in-letter.ts'
import type { AddressedNews } from '../news/queue-news.ts'
import type { LockedSlot, NamedKhateeb } from './lock-and-load.ts'

/**
 * Returns news for the party that has just accepted an invite or approved a request, if the other side had ended the khateeb's earlier
 * assignment to this slot, and the slot has another time since then. The news only updates the calendar event. Without it, mail calendars
 * could keep the former start: the letter about the end is overtaken if it was not sent yet, and a party gets no other letter about its own
 * decision. If the party has ended the earlier assignment itself, the letter about that end updates the event (`isOvertaken`).
 */
export async function newsOfChangedEvent(
  tx: Tx,
  direction: Proposal['direction'],
  slot: LockedSlot,
  { uid: khateebUid, name: khateebName }: NamedKhateeb,
): Promise<readonly AddressedNews[]> {
  const ended = await tx
    .selectFrom('assignments')
    .where('slot_id', '=', slot.slotId)
    .where('khateeb_uid', '=', khateebUid)
    .where('ended_at', 'is not', null)
    .orderBy('ended_at', 'desc')
    .limit(1)
    // If the slot has moved since the end, `agreed_starts_at` has the start at the end.
    .select(['end_reason', sql<Date>`coalesce(agreed_starts_at, starts_at)`.as('startsAt')])
    .executeTakeFirst()
  if (ended === undefined || ended.startsAt.getTime() === slot.startsAt.getTime()) return []
  // After a move to another date, the letter about the end is sent, and updates the event (`isOvertaken`).
  if (dateIn(slot.timeZone, ended.startsAt) !== slot.date) return []
  const props = { occasion: slotInLetter(slot), khateebUid, khateebName }
  if (direction === 'invite' && ended.end_reason === 'removed')
    return [{ partyUid: khateebUid, news: { kind: 'you_reconfirmed', props } }]
  if (direction === 'request' && ended.end_reason === 'withdrawn')
    return [
      {
        partyUid: slot.masjidUid,
        news: { kind: 'khateeb_reconfirmed', props: { ...props, onlyUpdatesEvent: true } },
      },
    ]
  return []
}
