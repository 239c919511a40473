import { sql } from 'kysely'
import type { MemberRole } from '../../contract/endpoint.ts'
import { type Actor, type AuditEntry, recordAudit } from '../audit/record-audit.ts'
import type { AuditEvent } from '../database/audit-events.ts'
import { databaseNow, type Queryable, type Tx } from '../database/database.ts'
import type { PersonalLetter } from '../letters/content/letter.ts'
import type { MemberLetters } from '../letters/content/member-letter-props.ts'
import type { AddressedLetter } from '../letters/queue-letters.ts'
import { personName } from '../sql-fragments/person-name.ts'
import { type ActorInLetters, describeActor } from './actor-in-letters.ts'
import { lettersAboutRevocation } from './invitation-ending-letters.ts'

/** A masjid whose members are locked in the current transaction. */
export interface LockedMasjid {
  readonly uid: string
  readonly name: string
  readonly suspended: boolean
}

export interface Member {
  readonly personId: string
  readonly email: string
  readonly emailVerified: boolean
  readonly name: string | null
  readonly memberRole: MemberRole
}

/**
 * Locks a masjid's members until the transaction ends. Returns undefined if the masjid was deleted, or if the party is a khateeb. All
 * changes of members lock the masjid’s party row, so they run one after the other.
 */
export async function lockMembers(tx: Tx, uid: string): Promise<LockedMasjid | undefined> {
  const party = await tx
    .selectFrom('parties')
    .where('uid', '=', uid)
    .where('left_at', 'is', null)
    .forNoKeyUpdate()
    .select(sql<boolean>`suspended_at is not null`.as('suspended'))
    .executeTakeFirst()
  if (party === undefined) return undefined
  const masjid = await tx
    .selectFrom('masjids')
    .where('uid', '=', uid)
    .select('masjid_name')
    .executeTakeFirst()
  return masjid && { uid, name: masjid.masjid_name, suspended: party.suspended }
}

/**
 * Locks the memberships of a party. Waits for running changes for the party, and delays new ones, because each change locks its caller's
 * membership: see `lockMembership`.
 */
export async function lockMemberships(tx: Tx, uid: string): Promise<void> {
  const memberships = tx.selectFrom('memberships').where('party_uid', '=', uid).orderBy('person_id')
  await memberships.forUpdate().select('person_id').execute()
}

/** Returns a query for the members of a masjid: owners, then schedulers, then viewers, each by the time of joining. */
export function membersOf(reader: Queryable, masjidUid: string) {
  return reader
    .selectFrom('memberships as m')
    .innerJoin('people as p', 'p.id', 'm.person_id')
    .where('m.party_uid', '=', masjidUid)
    .where('p.left_at', 'is', null)
    .orderBy(sql`array_position(array['owner', 'scheduler', 'viewer'], m.role)`)
    .orderBy('m.created_at')
    .orderBy('p.id')
    .select([
      'p.id as personId',
      'p.email',
      sql<boolean>`p.email_verified_at is not null`.as('emailVerified'),
      personName('p').as('name'),
      'm.role as memberRole',
      'm.created_at as since',
    ])
}

/** Returns a member of a masjid; undefined if the person is not a member. */
export function findMember(
  reader: Queryable,
  masjidUid: string,
  personId: string,
): Promise<Member | undefined> {
  return membersOf(reader, masjidUid).where('p.id', '=', personId).executeTakeFirst()
}

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

/** Returns the name with which a letter greets a member: the masjid’s name if the member has given none. */
export function nameInLetter(masjid: Pick<LockedMasjid, 'name'>, { name }: Pick<Member, 'name'>): string {
  return name ?? masjid.name
}

/** Returns the props that all letters about a masjid's members have. */
function memberLetterProps(masjid: LockedMasjid, reader: Member) {
  return { name: nameInLetter(masjid, reader), masjidUid: masjid.uid, masjidName: masjid.name }
}

function lettersAboutNewOwner(
  tx: Tx,
  masjid: LockedMasjid,
  owner: Member,
  actor: ActorInLetters,
  how: MemberLetters['owner_added']['how'],
) {
  return lettersToOtherOwners(tx, masjid, owner, actor, (change) => ({
    kind: 'owner_added',
    props: { ...change, how },
  }))
}

function lettersAboutFormerOwner(tx: Tx, masjid: LockedMasjid, owner: Member, actor: ActorInLetters) {
  const how = actor.personId === owner.personId ? 'left' : 'removed'
  return lettersToOtherOwners(tx, masjid, owner, actor, (change) => ({
    kind: 'owner_removed',
    props: { ...change, how },
  }))
}

/** The props of a letter about a new or former owner, without the reason (`how`). */
type OwnerChange = Omit<MemberLetters['owner_added'], 'how'>

async function lettersToOtherOwners(
  tx: Tx,
  masjid: LockedMasjid,
  about: Member,
  actor: ActorInLetters,
  letterWith: (change: OwnerChange) => PersonalLetter,
): Promise<AddressedLetter[]> {
  const others = membersOf(tx, masjid.uid).where('m.role', '=', 'owner').where('p.id', '<>', about.personId)
  const owner = about.name === null ? about.email : `${about.name} (${about.email})`
  return (await others.execute()).map((it) => {
    const change = {
      ...memberLetterProps(masjid, it),
      owner,
      by: actor.for(it.personId),
    }
    return { to: it.email, letter: letterWith(change) }
  })
}
