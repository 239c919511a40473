import type { MemberRole, OutputOf } from '../../contract/endpoint.ts'
import type { getMembers } from '../../contract/members.ts'
import { databaseNow, iso, type Queryable } from '../database/database.ts'
import type { Caller } from '../http/route.ts'
import { membersOf } from '../identity/memberships.ts'
import { isoInstant } from '../sql-fragments/instants.ts'

/** The members of the caller's masjid and, for owners, the pending invitations. */
export async function listMembers(
  reader: Queryable,
  { uid, personId }: Caller,
): Promise<OutputOf<typeof getMembers>> {
  const members = await membersOf(reader, uid).execute()
  const isOwner = members.some((it) => it.personId === personId && it.memberRole === 'owner')
  return {
    members: members.map((it) => ({
      personId: it.personId,
      name: it.name,
      email: it.email,
      memberRole: it.memberRole,
      since: iso(it.since),
      isCaller: it.personId === personId,
    })),
    invitations: isOwner ? await pendingInvitationsOf(reader, uid).execute() : [],
  }
}

/** The invitations of a masjid to members that can be accepted, newest first. */
export function pendingInvitationsOf(reader: Queryable, masjidUid: string) {
  return reader
    .selectFrom('invitations as i')
    .where('i.masjid_uid', '=', masjidUid)
    .where('i.role', '<>', 'khateeb')
    .where('i.ended_at', 'is', null)
    .where('i.expires_at', '>', databaseNow)
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id')
    .select((eb) => [
      'i.id as invitationId',
      'i.email',
      'i.role as memberRole',
      isoInstant(eb.ref('i.created_at')).as('sentAt'),
      isoInstant(eb.ref('i.expires_at')).as('expiresAt'),
    ])
    .$narrowType<{ memberRole: MemberRole }>()
}
