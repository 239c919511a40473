import { type RawBuilder, sql } from 'kysely'

/**
 * SQL condition: the start has changed, and the khateeb must confirm again. False for the null row of a left join.
 * @param assignment table alias of the assignment's row
 */
export function isAwaitingReconfirmation(assignment: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${assignment}.awaits_reconfirmation`)} is true`
}
