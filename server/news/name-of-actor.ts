import { sql } from 'kysely'
import type { PartyActor } from '../audit/record-audit.ts'
import type { Tx } from '../database/database.ts'
import { nameForColleagues } from '../sql-fragments/person-name.ts'

/** Returns the name of a person who acts for a party, as its members see it. Null for a person who is no longer a member. */
export async function nameOfActor(tx: Tx, { personId, uid }: PartyActor): Promise<string | null> {
  const actor = await tx
    .selectFrom('people as p')
    .where('p.id', '=', personId)
    .select(nameForColleagues('p', sql`${uid}::uuid`).as('name'))
    .executeTakeFirst()
  return actor?.name ?? null
}
