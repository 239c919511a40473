import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import { type Database, databaseNow, type Queryable, type Tx } from '../database/database.ts'
import { isHeldSinceRestore, isUnsent } from './letter-predicates.ts'

/**
 * Call this after a restore. Gives up unsent letters with a token, because the restore has invalidated all tokens. Holds the other unsent
 * letters. Resolves with the number of letters of each group.
 */
export async function holdOrGiveUpLetters(
  tx: Tx,
): Promise<{ readonly held: number; readonly givenUp: number }> {
  const { numUpdatedRows } = await tx
    .updateTable('letters')
    .set({ failed_at: databaseNow, props: '{}', last_error: 'A restore has voided its link.' })
    .where(isUnsent('letters'))
    .where(sql<boolean>`props ? 'token'`)
    .executeTakeFirst()
  // Some letters may have a creation time in the future, because the clock of the machine that wrote them was ahead.
  await tx
    .updateTable('upkeep')
    .set({
      letters_held_since: sql<Date | null>`(
        select greatest(max(created_at), minbar_now()) from letters where ${isUnsent('letters')} having count(*) > 0)`,
    })
    .execute()
  return { held: await countHeldSinceRestore(tx), givenUp: Number(numUpdatedRows) }
}

/**
 * Resolves with the number of held letters. The number can become smaller even if the operator does nothing, because deleting an account
 * deletes its letters.
 */
export async function countHeldSinceRestore(reader: Queryable): Promise<number> {
  const { count } = await reader
    .selectFrom('letters')
    .where(isHeldSinceRestore('letters'))
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Resolves with a row for each kind of held letter, in alphabetical order: the number of letters, and the times of the oldest and the
 * newest.
 */
export async function countHeldLettersByKind(reader: Queryable) {
  const rows = await reader
    .selectFrom('letters')
    .where(isHeldSinceRestore('letters'))
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

/** Releases the held letters for sending. Resolves with their number. The audit names the operator as the actor. */
export async function releaseLetters(tx: Tx): Promise<number> {
  const released = await countHeldSinceRestore(tx)
  await endHold(tx, released, 'letters_released')
  return released
}

/** Deletes the held letters. Resolves with their number. The audit names the operator as the actor. */
export async function dropHeldLetters(tx: Tx): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('letters')
    .where(isHeldSinceRestore('letters'))
    .executeTakeFirst()
  const dropped = Number(numDeletedRows)
  await endHold(tx, dropped, 'letters_dropped')
  return dropped
}

async function endHold(tx: Tx, letters: number, event: 'letters_released' | 'letters_dropped') {
  await tx.updateTable('upkeep').set({ letters_held_since: null }).execute()
  if (letters > 0) await recordAudit(tx, { role: 'operator' }, [{ event }])
}

/** Milliseconds between two reminders in the log of one process. */
const reminderInterval = 60 * 60_000

/** Creates a job that runs periodically. While letters are held since a restore, it logs a warning, at most once an hour. */
export function heldLettersReminder(log: Pick<FastifyBaseLogger, 'warn'>) {
  let remindedAt = -Infinity
  return async function remindOfHeldLetters({ db }: Database): Promise<void> {
    if (performance.now() - remindedAt < reminderInterval) return
    const letters = await countHeldSinceRestore(db)
    if (letters === 0) return
    remindedAt = performance.now()
    log.warn({ letters }, 'letters are held since a restore: npm run admin -- held-letters')
  }
}
