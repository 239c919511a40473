import { randomUUID } from 'node:crypto'
import type { MemberRole } from '../../contract/endpoint.ts'
import type { Queryable } from '../../server/database/database.ts'

/** Inserts a person as another member of a masjid. Returns the person's id. Without a password hash, the person cannot sign in. */
export async function insertMember(
  db: Queryable,
  masjidUid: string,
  role: MemberRole,
  password_hash = 'none',
): Promise<string> {
  const { id } = await db
    .insertInto('people')
    .values({ email: `${randomUUID()}@minbar.example`, password_hash, email_verified_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await joinMasjid(db, id, masjidUid, role)
  return id
}

/** Makes a person a member of a masjid. */
export async function joinMasjid(
  db: Queryable,
  personId: string,
  masjidUid: string,
  role: MemberRole,
): Promise<void> {
  await db
    .insertInto('memberships')
    .values({ person_id: personId, party_uid: masjidUid, party_role: 'masjid', role })
    .execute()
}
