import { sql } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import type { Tx } from '../database/database.ts'
import type { PlaceInLetter } from '../letters/content/letter.ts'
import { type AddressedLetter, queueLetters } from '../letters/queue-letters.ts'
import { khateebsOfSlots } from '../proposals/khateebs-of-slots.ts'
import { slotInLetter } from '../proposals/slot-in-letter.ts'

/**
 * Tells the khateebs who are confirmed or proposed for a masjid's slots that it has moved: one letter a khateeb, with the old and the
 * new place and all of his slots there. The transaction has locked these slots and changed the masjid.
 * @param before where the masjid was
 * @param slotIds the slots that are affected: all that were upcoming before a change of address, or those that begin at another
 *   instant. A new time zone may make one of them past.
 * @param urgent the ids of slots for which a confirmed khateeb must know of the move at once
 */
export async function queueMoveLetters(
  tx: Tx,
  masjidUid: string,
  before: PlaceInLetter,
  slotIds: readonly string[],
  urgent: ReadonlySet<string>,
): Promise<void> {
  if (slotIds.length === 0) return
  const isOfSlots = sql<boolean>`slot_id = any(${slotIds}::uuid[])`
  const rows = await khateebsOfSlots(tx, {
    assignments: sql<boolean>`${isOfSlots} and ended_at is null`,
    proposals: sql<boolean>`${isOfSlots} and state = 'pending'`,
  })
  const khateebs = new Set(rows.map((it) => it.khateebUid))
  const letters = [...khateebs].flatMap((khateebUid): AddressedLetter[] => {
    const slots = rows.filter((it) => it.khateebUid === khateebUid)
    // First a slot that the khateeb has to confirm again, then one that he is confirmed for.
    const [main] = slots.toSorted((one, other) => rankOf(one) - rankOf(other))
    if (main === undefined) return []
    return [
      {
        to: main.email,
        letter: {
          kind: 'masjid_moved',
          props: {
            occasion: slotInLetter(main),
            khateebName: main.name,
            was: main.was,
            rowId: main.rowId,
            before,
            isUrgent: slots.some((it) => it.was === 'confirmed' && urgent.has(it.slotId)),
            slots: slots.map(({ date, time, was, awaitsReconfirmation }) => ({
              date,
              time,
              was,
              awaitsReconfirmation,
            })),
          },
        },
      },
    ]
  })
  await queueLetters(tx, letters)
  // One for each khateeb, so that their open screens are refreshed.
  const entries = [...khateebs].map(
    (khateebUid) => ({ event: 'masjid_moved', masjidUid, khateebUid }) as const,
  )
  await recordAudit(tx, { role: 'masjid', uid: masjidUid }, entries)
}

type KhateebSlot = Awaited<ReturnType<typeof khateebsOfSlots>>[number]

function rankOf({ was, awaitsReconfirmation }: KhateebSlot): number {
  if (awaitsReconfirmation) return 0
  return was === 'confirmed' ? 1 : 2
}
