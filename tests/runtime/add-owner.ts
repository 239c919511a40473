import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../server/database/database.ts'

/** Inserts a person who is another owner of a masjid, and gives their id. */
export async function addOwner(reader: Queryable, masjidUid: string): Promise<string> {
  const { id } = await reader
    .insertInto('people')
    .values({ email: `${randomUUID()}@minbar.example`, password_hash: 'none' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await reader
    .insertInto('memberships')
    .values({ person_id: id, party_uid: masjidUid, party_role: 'masjid', role: 'owner' })
    .execute()
  return id
}
