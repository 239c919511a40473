import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'
import type { HeldKhateeb } from './situation.ts'

/** A khateeb's name and address for a letter, without holding him. */
export async function khateebOf(tx: Tx, uid: string): Promise<HeldKhateeb> {
  return tx
    .selectFrom('khateebs as k')
    .innerJoin('accounts as a', 'a.uid', 'k.uid')
    .where('k.uid', '=', uid)
    .select(['k.uid', 'a.email', 'k.hidden', sql<string>`k.first_name || ' ' || k.last_name`.as('name')])
    .executeTakeFirstOrThrow()
}
