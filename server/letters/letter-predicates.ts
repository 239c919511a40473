import { type RawBuilder, sql } from 'kysely'
import { columnsOf } from '../sql-fragments/columns-of.ts'

/**
 * SQL condition: the letter is neither sent, nor given up, nor overtaken by later news.
 * @param letter table name or alias of the letter's row; also in the other functions of this file
 */
export function isUnsent(letter: string): RawBuilder<boolean> {
  const of = columnsOf(letter)
  return sql<boolean>`${of('sent_at')} is null and ${of('failed_at')} is null and ${of('overtaken_at')} is null`
}

/**
 * SQL condition: no restore hold applies to the letter. A letter that was unsent in the backup may have been sent after the backup was
 * made. So it is held until the operator decides. The hold is stored in the database, so that it applies to all processes.
 */
export function isNotHeldSinceRestore(letter: string): RawBuilder<boolean> {
  return sql<boolean>`
    ${sql.ref(`${letter}.created_at`)} > coalesce((select letters_held_since from upkeep), '-infinity')`
}

/**
 * SQL condition: the letter is held, because it is unsent and was written before the restore. False for all letters if no hold is active.
 */
export function isHeldSinceRestore(letter: string): RawBuilder<boolean> {
  return sql<boolean>`
    ${isUnsent(letter)} and ${sql.ref(`${letter}.created_at`)} <= (select letters_held_since from upkeep)`
}
