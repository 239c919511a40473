import type { FastifyBaseLogger } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { recordAudit } from '../audit/record.ts'
import { type Database, now, type Reader, type Tx } from '../database/database.ts'

/**
 * Whether a letter is not held since a restore. A letter that was unsent in the backup may have been sent after the backup was made,
 * so it is held until the operator decides. Evaluated in SQL, so it applies to all processes.
 */
export const isReleased: RawBuilder<boolean> = sql<boolean>`
  created_at > coalesce((select letters_held_since from upkeep), '-infinity')`

/** Whether a letter is neither sent nor given up. */
export const isUnsent = sql<boolean>`sent_at is null and failed_at is null`

/** Whether an unsent letter was written before the restore. False for all letters if none are held. */
const isHeld = sql<boolean>`${isUnsent} and created_at <= (select letters_held_since from upkeep)`

/**
 * Called after a restore. Gives up unsent letters with a token, because the restore has voided all tokens, and holds the other
 * unsent ones. Resolves with the two counts.
 */
export async function holdLetters(tx: Tx): Promise<{ readonly held: number; readonly givenUp: number }> {
  const { numUpdatedRows } = await tx
    .updateTable('letters')
    .set({ failed_at: now, props: '{}', last_error: 'A restore has voided its link.' })
    .where(isUnsent)
    .where(sql<boolean>`props ? 'token'`)
    .executeTakeFirst()
  // Some letters may be dated later than now, because the clock of the machine that wrote them was ahead.
  await tx
    .updateTable('upkeep')
    .set({
      letters_held_since: sql<Date | null>`(
        select greatest(max(created_at), minbar_now()) from letters where ${isUnsent} having count(*) > 0)`,
    })
    .execute()
  return { held: await countHeld(tx), givenUp: Number(numUpdatedRows) }
}

/** The number of held letters. It can shrink by itself, because deleting an account deletes its letters. */
export async function countHeld(reader: Reader): Promise<number> {
  const { count } = await reader
    .selectFrom('letters')
    .where(isHeld)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Summarizes the held letters by kind, in alphabetical order. */
export async function heldLetters(reader: Reader) {
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

/** Releases the held letters for sending. Resolves with their number. Audited as the operator. */
export async function releaseLetters(tx: Tx): Promise<number> {
  const released = await countHeld(tx)
  await endHold(tx, released, 'letters_released')
  return released
}

/** Deletes the held letters. Resolves with their number. Audited as the operator. */
export async function dropHeldLetters(tx: Tx): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('letters').where(isHeld).executeTakeFirst()
  const dropped = Number(numDeletedRows)
  await endHold(tx, dropped, 'letters_dropped')
  return dropped
}

async function endHold(tx: Tx, letters: number, event: 'letters_released' | 'letters_dropped') {
  await tx.updateTable('upkeep').set({ letters_held_since: null }).execute()
  if (letters > 0) await recordAudit(tx, { role: 'operator' }, [{ event }])
}

/** Milliseconds between two reminders of one process. */
const reminderInterval = 60 * 60_000

/** Creates a periodic job that logs a warning, at most once an hour, while letters are held since a restore. */
export function heldLettersReminder(log: Pick<FastifyBaseLogger, 'warn'>) {
  let remindedAt = -Infinity
  return async function remindOfHeldLetters({ reader }: Database): Promise<void> {
    if (performance.now() - remindedAt < reminderInterval) return
    const letters = await countHeld(reader)
    if (letters === 0) return
    remindedAt = performance.now()
    log.warn({ letters }, 'letters are held since a restore: npm run admin -- held-letters')
  }
}
