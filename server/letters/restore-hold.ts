import { type RawBuilder, sql } from 'kysely'
import { recordAudit } from '../audit/record.ts'
import { now, type Reader, type Tx } from '../database/database.ts'

/**
 * Whether a letter may be sent, as far as a restore goes: one that was in the backup may have been sent since the backup was
 * made, so it waits for the operator. Letters written afterwards go at once. Decided in SQL, so it holds for all processes.
 */
export const isReleased: RawBuilder<boolean> = sql<boolean>`
  created_at > coalesce((select letters_held_since from upkeep), '-infinity')`

const waits = sql<boolean>`sent_at is null and failed_at is null`

/** A letter that was written before the restore and still waits; true of none where none are held. */
const isHeld = sql<boolean>`${waits} and created_at <= (select letters_held_since from upkeep)`

/**
 * After a restore: holds the letters that wait, and gives up those whose link the restore has ended. Gives how many letters of
 * either kind there are.
 */
export async function holdLetters(tx: Tx): Promise<{ readonly held: number; readonly givenUp: number }> {
  const { numUpdatedRows } = await tx
    .updateTable('letters')
    .set({ failed_at: now, props: '{}', last_error: 'Its link was ended by a restore.' })
    .where(waits)
    .where(sql<boolean>`props ? 'token'`)
    .executeTakeFirst()
  // The clock of the machine that wrote them may have been ahead of this one's.
  await tx
    .updateTable('upkeep')
    .set({
      letters_held_since: sql<Date | null>`(
        select greatest(max(created_at), minbar_now()) from letters where ${waits} having count(*) > 0)`,
    })
    .execute()
  return { held: await countHeld(tx), givenUp: Number(numUpdatedRows) }
}

/** How many letters are held. A held one can also be deleted with its account. */
export async function countHeld(reader: Reader): Promise<number> {
  const { count } = await reader
    .selectFrom('letters')
    .where(isHeld)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Held letters of one kind. */
export interface HeldLetters {
  readonly kind: string
  readonly count: number
  readonly oldest: Date
  readonly newest: Date
}

/** What is held, by kind, in the order of the alphabet. */
export async function heldLetters(reader: Reader): Promise<HeldLetters[]> {
  const rows = await reader
    .selectFrom('letters')
    .where(isHeld)
    .groupBy('kind')
    .orderBy('kind')
    .select((eb) => [
      'kind',
      eb.fn.countAll<string>().as('count'),
      eb.fn.min('created_at').as('oldest'),
      eb.fn.max('created_at').as('newest'),
    ])
    .execute()
  return rows.map(({ count, ...row }) => ({ ...row, count: Number(count) }))
}

/** Lets the held letters go, and gives their number. Audited as the operator. */
export async function releaseLetters(tx: Tx): Promise<number> {
  const released = await countHeld(tx)
  await endHold(tx, released, 'letters_released')
  return released
}

/** Deletes the held letters, and gives their number. Audited as the operator. */
export async function dropHeldLetters(tx: Tx): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('letters').where(isHeld).executeTakeFirst()
  const dropped = Number(numDeletedRows)
  await endHold(tx, dropped, 'letters_dropped')
  return dropped
}

async function endHold(
  tx: Tx,
  letters: number,
  event: 'letters_released' | 'letters_dropped',
): Promise<void> {
  await tx.updateTable('upkeep').set({ letters_held_since: null }).execute()
  if (letters > 0) await recordAudit(tx, { role: 'operator' }, [{ event }])
}
