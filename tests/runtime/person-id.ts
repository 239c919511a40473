import type { Queryable } from '../../server/database/database.ts'

/** Returns the id of the person who signed up a khateeb or a masjid. */
export async function personIdOf(reader: Queryable, partyUid: string): Promise<string> {
  const { person_id: id } = await reader
    .selectFrom('memberships')
    .where('party_uid', '=', partyUid)
    .orderBy('created_at')
    .limit(1)
    .select('person_id')
    .executeTakeFirstOrThrow()
  return id
}
