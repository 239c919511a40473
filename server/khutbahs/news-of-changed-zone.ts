import { instantOf } from '../../domain/khutbahs/wall-clock.ts'
import type { PartyActor } from '../audit/record-audit.ts'
import type { Tx } from '../database/database.ts'
import type { PlaceInLetter } from '../letters/content/letter-slot.ts'
import type { khateebsOfSlots } from '../letters/khateebs-of-slots.ts'
import { slotInLetter } from '../letters/slot-in-letter.ts'
import { nameOfActor } from '../news/name-of-actor.ts'
import type { AddressedNews } from '../news/queue-news.ts'
import type { UpcomingSlot } from './lock-upcoming-slots.ts'

interface ChangeOfZone {
  /** The masjid's place before the change. */
  readonly before: PlaceInLetter
  /** The slots that were upcoming before the change, as they were. */
  readonly upcoming: readonly UpcomingSlot[]
  /** The khateebs of these slots, with the slots as they are now. */
  readonly rows: Awaited<ReturnType<typeof khateebsOfSlots>>
}

/**
 * Returns news for the masjid's own members, for each slot with a confirmed khateeb whose instant has changed. Without it, the events in
 * their mail calendars would keep the former hour.
 */
export async function newsOfChangedZone(
  tx: Tx,
  by: PartyActor,
  { before: { timeZone }, upcoming, rows }: ChangeOfZone,
): Promise<readonly AddressedNews[]> {
  const formerStarts = new Map(upcoming.map(({ slotId, startsAt }) => [slotId, startsAt.getTime()]))
  const confirmed = rows.filter(
    (it) =>
      it.was === 'confirmed' &&
      instantOf(it.date, it.time, it.timeZone)?.getTime() !== formerStarts.get(it.slotId),
  )
  if (confirmed.length === 0) return []
  const memberName = await nameOfActor(tx, by)
  return confirmed.map((it) => ({
    partyUid: by.uid,
    news: {
      kind: 'you_moved_slot',
      props: {
        occasion: slotInLetter(it),
        khateebUid: it.khateebUid,
        khateebName: it.name,
        memberName,
        from: { date: it.date, time: it.time, timeZone },
      },
    },
  }))
}
