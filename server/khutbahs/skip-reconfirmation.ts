import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'

/**
 * Lets khateebs stay confirmed after their slots have moved. Call this after the move, because a trigger makes each assignment await
 * reconfirmation when its slot moves.
 */
export async function skipReconfirmation(tx: Tx, assignmentIds: readonly string[]): Promise<void> {
  await tx
    .updateTable('assignments')
    .set({ awaits_reconfirmation: false })
    .where(sql<boolean>`id = any(${assignmentIds}::uuid[])`)
    .execute()
}
