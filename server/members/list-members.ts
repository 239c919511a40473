import type { MemberRole, OutputOf } from '../../contract/endpoint.ts'
import type { getMembers } from '../../contract/members.ts'
import { iso, type Queryable } from '../database/database.ts'
import type { Caller } from '../http/route.ts'
import { membersOf } from '../identity/memberships.ts'
import { pendingInvitationsOf } from '../sql-fragments/pending-invitations.ts'

/** Returns the members of the caller’s masjid and, for owners, the pending invitations to members. */
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
    invitations: isOwner ? await pendingMemberInvitationsOf(reader, uid).execute() : [],
  }
}

/** Returns a query for a masjid’s pending invitations to members, newest first. */
export function pendingMemberInvitationsOf(reader: Queryable, masjidUid: string) {
  return pendingInvitationsOf(reader, masjidUid)
    .where('i.role', '<>', 'khateeb')
    .select('i.role as memberRole')
    .$narrowType<{ memberRole: MemberRole }>()
}
