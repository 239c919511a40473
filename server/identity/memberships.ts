import type { MemberRole } from '../../contract/endpoint.ts'
import { type Actor, type AuditEntry, recordAudit } from '../audit/record-audit.ts'
import type { AuditEvent } from '../database/audit-events.ts'
import { databaseNow, type Tx } from '../database/database.ts'
import type { AddressedLetter } from '../letters/queue-letters.ts'
import { describeActor } from './actor-in-letters.ts'
import { lettersAboutRevocation } from './invitation-ending-letters.ts'
import { findMember, type LockedMasjid, type Member } from './masjid-members.ts'
import { lettersAboutFormerOwner, lettersAboutNewOwner, memberLetterProps } from './owner-letters.ts'

/**
 * Makes a person a member of a masjid, and audits it. Returns the letter to the person and, if they are an owner, the letters to the other
 * owners.
 * @param invitation the invitation that the person has accepted; undefined if the operator added them
 */
export async function addMember(
  tx: Tx,
  masjid: LockedMasjid,
  personId: string,
  memberRole: MemberRole,
  by: Actor,
  invitation?: { readonly invitedBy: string | null },
): Promise<AddressedLetter[]> {
  await tx
    .insertInto('memberships')
    .values({ person_id: personId, party_uid: masjid.uid, party_role: 'masjid', role: memberRole })
    .execute()
  if (memberRole === 'owner') await endMembershipsOfDeletedPeople(tx, masjid)
  await recordAudit(tx, by, [memberEntry(masjid, personId, 'member_added')])
  const member = await findMember(tx, masjid.uid, personId)
  if (member === undefined) throw new Error('The new member was not found')
  const props = { ...memberLetterProps(masjid, member), role: memberRole }
  const toMember: AddressedLetter = { to: member.email, letter: { kind: 'member_joined', props } }
  if (memberRole !== 'owner') return [toMember]
  const how = invitation === undefined ? 'appointed' : 'invited'
  const actor = await describeActor(tx, invitation === undefined ? by : { personId: invitation.invitedBy })
  return [toMember, ...(await lettersAboutNewOwner(tx, masjid, member, actor, how))]
}

/**
 * Changes a member's role, and audits it. Revokes the invitations by a member who is no longer an owner. Returns the letters to the member,
 * to the khateebs whose invitations end and, if the member became or was an owner, to the other owners. Throws `last_owner` (409, by a
 * constraint) if the masjid would have no owner.
 */
export async function setMemberRole(
  tx: Tx,
  masjid: LockedMasjid,
  member: Member,
  memberRole: MemberRole,
  by: Actor,
): Promise<AddressedLetter[]> {
  await tx
    .updateTable('memberships')
    .set({ role: memberRole })
    .where('person_id', '=', member.personId)
    .where('party_uid', '=', masjid.uid)
    .execute()
  if (memberRole === 'owner') await endMembershipsOfDeletedPeople(tx, masjid)
  const toInvited = memberRole === 'owner' ? [] : await revokeInvitationsBy(tx, masjid, member.personId)
  await recordAudit(tx, by, [memberEntry(masjid, member.personId, 'member_role_changed')])
  const actor = await describeActor(tx, by)
  const props = {
    ...memberLetterProps(masjid, member),
    role: memberRole,
    by: actor.for(member.personId),
  }
  const toMember: AddressedLetter = { to: member.email, letter: { kind: 'member_role_changed', props } }
  if (memberRole === 'owner')
    return [toMember, ...(await lettersAboutNewOwner(tx, masjid, member, actor, 'appointed'))]
  return member.memberRole === 'owner'
    ? [toMember, ...toInvited, ...(await lettersAboutFormerOwner(tx, masjid, member, actor))]
    : [toMember]
}

/**
 * Deletes the memberships of deleted people. After a restore, a deleted person may still be the only owner of a masjid: see
 * `redeleteAccounts`.
 */
async function endMembershipsOfDeletedPeople(tx: Tx, masjid: LockedMasjid): Promise<void> {
  await tx
    .deleteFrom('memberships')
    .where('party_uid', '=', masjid.uid)
    .where('person_id', 'in', (people) =>
      people.selectFrom('people').where('left_at', 'is not', null).select('id'),
    )
    .execute()
}

/**
 * Ends a membership, revokes the pending invitations to the member's address and by the member, and audits the change. Returns the letters
 * to the khateebs whose invitations end and, if the member was an owner, to the other owners. Throws `last_owner` (409, by a constraint) if
 * the masjid would have no owner.
 */
export async function endMembership(
  tx: Tx,
  masjid: LockedMasjid,
  member: Member,
  event: 'member_removed' | 'member_left',
  by: Actor,
): Promise<AddressedLetter[]> {
  await tx
    .deleteFrom('memberships')
    .where('person_id', '=', member.personId)
    .where('party_uid', '=', masjid.uid)
    .execute()
  // Revoke invitations to the member, for example from before the operator added them. Otherwise the member could come back.
  await endInvitations(tx, masjid).where('email', '=', member.email).execute()
  const toInvited = await revokeInvitationsBy(tx, masjid, member.personId)
  await recordAudit(tx, by, [memberEntry(masjid, member.personId, event)])
  if (member.memberRole !== 'owner') return toInvited
  return [...toInvited, ...(await lettersAboutFormerOwner(tx, masjid, member, await describeActor(tx, by)))]
}

/**
 * Revokes the pending invitations by a person who may no longer invite. Otherwise this person could come back with a second address that
 * they invited before. Returns the letters to the khateebs who were invited for a slot.
 */
async function revokeInvitationsBy(
  tx: Tx,
  masjid: LockedMasjid,
  personId: string,
): Promise<AddressedLetter[]> {
  const revoked = await endInvitations(tx, masjid)
    .where('invited_by', '=', personId)
    .where('expires_at', '>', databaseNow)
    .returning(['email', 'slot_id as slotId', 'created_at as askedAt'])
    .execute()
  const letters: AddressedLetter[] = []
  for (const it of revoked) letters.push(...(await lettersAboutRevocation(tx, masjid.uid, it)))
  return letters
}

function endInvitations(tx: Tx, masjid: LockedMasjid) {
  return tx
    .updateTable('invitations')
    .set({ ended_at: databaseNow })
    .where('masjid_uid', '=', masjid.uid)
    .where('ended_at', 'is', null)
}

/** Returns an audit entry about a member of a masjid. */
function memberEntry(masjid: { readonly uid: string }, personId: string, event: AuditEvent): AuditEntry {
  return { event, masjidUid: masjid.uid, personId }
}
