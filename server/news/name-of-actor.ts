import { sql } from 'kysely'
import type { PartyActor } from '../audit/record-audit.ts'
import type { Tx } from '../database/database.ts'
import { nameForColleagues } from '../sql-fragments/person-name.ts'

/**
 * Returns the name of a person who acts for a masjid, as its members see it. For a person without a name who is no longer a member, returns
 * the masjid's name.
 */
export async function nameOfActor(tx: Tx, { personId, uid }: PartyActor): Promise<string> {
  const { name } = await tx
    .selectFrom('masjids as m')
    .leftJoin('people as p', (join) => join.on('p.id', '=', personId))
    .where('m.uid', '=', uid)
    .select(sql<string>`coalesce(${nameForColleagues('p', sql`m.uid`)}, m.masjid_name)`.as('name'))
    .executeTakeFirstOrThrow()
  return name
}
