import { sql } from 'kysely'
import type { MemberRole, OutputOf } from '../../contract/endpoint.ts'
import { type getMembers, maxMembers } from '../../contract/members.ts'
import { iso, type Queryable } from '../database/database.ts'
import type { Caller } from '../http/route.ts'
import { membersOf } from '../identity/masjid-members.ts'
import {
  isPendingInvitation,
  pendingInvitationsOf,
  unansweredInvitationsOf,
} from '../sql-fragments/pending-invitations.ts'

/** Returns the members of the caller’s masjid and, for owners, the pending and expired invitations to members. */
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
    invitations: isOwner ? await invitationsToShow(reader, uid, members) : [],
  }
}

/** Returns a query for a masjid’s pending invitations to members, newest first. */
export function pendingMemberInvitationsOf(reader: Queryable, masjidUid: string) {
  return pendingInvitationsOf(reader, masjidUid).where('i.role', '<>', 'khateeb')
}

/**
 * Returns a masjid’s newest pending and expired invitations to members. An owner can send an expired invitation again. Leaves out
 * invitations to people who are members now.
 */
async function invitationsToShow(
  reader: Queryable,
  masjidUid: string,
  members: readonly { readonly email: string }[],
): Promise<OutputOf<typeof getMembers>['invitations']> {
  const invitations = await unansweredInvitationsOf(reader, masjidUid)
    .where('i.role', '<>', 'khateeb')
    .limit(maxMembers)
    .select(['i.role as memberRole', sql<boolean>`not ${isPendingInvitation('i')}`.as('expired')])
    .$narrowType<{ memberRole: MemberRole }>()
    .execute()
  return invitations.filter((it) => !members.some(({ email }) => email === it.email))
}
