import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'
import type { PlaceInLetter, SlotRole } from '../letters/content/letter.ts'
import { type AddressedLetter, queueLetters } from '../letters/queue-letters.ts'
import { slotInLetter, slotInLetterColumns } from '../proposals/slot-in-letter.ts'
import { isAwaitingReconfirmation } from '../sql-fragments/is-awaiting-reconfirmation.ts'
import { khateebName } from '../sql-fragments/names-and-times.ts'

/**
 * Tells the khateebs who are confirmed or proposed for a masjid's slots that it has moved: one letter a khateeb, with the old and the
 * new place and all of his slots there. The transaction has locked these slots and changed the masjid.
 * @param before where the masjid was
 * @param slotIds the slots that were upcoming before the move. A new time zone may make one of them past.
 */
export async function tellOfMove(tx: Tx, before: PlaceInLetter, slotIds: readonly string[]): Promise<void> {
  if (slotIds.length === 0) return
  const rows = await slotsOfKhateebs(tx, slotIds)
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
}

type KhateebSlot = Awaited<ReturnType<typeof slotsOfKhateebs>>[number]

function rankOf({ was, awaitsReconfirmation }: KhateebSlot): number {
  if (awaitsReconfirmation) return 0
  return was === 'confirmed' ? 1 : 2
}

/** A row for each assignment and pending proposal, soonest slot first. `rowId` is the id of its row on the khateeb's dashboard. */
function slotsOfKhateebs(tx: Tx, slotIds: readonly string[]) {
  const isOfSlots = sql<boolean>`slot_id = any(${slotIds}::uuid[])`
  const confirmed = tx
    .selectFrom('assignments')
    .where(isOfSlots)
    .where('ended_at', 'is', null)
    .select(['slot_id', 'khateeb_uid', 'slot_id as rowId', sql<SlotRole>`'confirmed'`.as('was')])
    .select(isAwaitingReconfirmation('assignments').as('awaitsReconfirmation'))
  const proposed = tx
    .selectFrom('proposals')
    .where(isOfSlots)
    .where('state', '=', 'pending')
    .select(['slot_id', 'khateeb_uid', 'id as rowId', 'direction as was'])
    .select(sql<boolean>`false`.as('awaitsReconfirmation'))
  return tx
    .selectFrom(confirmed.unionAll(proposed).as('i'))
    .innerJoin('slots as s', 's.id', 'i.slot_id')
    .innerJoin('masjids as m', 'm.uid', 's.masjid_uid')
    .innerJoin('khateebs as k', 'k.uid', 'i.khateeb_uid')
    .innerJoin('accounts as a', 'a.uid', 'k.uid')
    .orderBy('s.starts_at')
    .select(['k.uid as khateebUid', 'a.email', khateebName('k').as('name')])
    .select(['i.was', 'i.rowId', 'i.awaitsReconfirmation', ...slotInLetterColumns('s', 'm')])
    .execute()
}
