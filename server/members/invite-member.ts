import type { InputOf, MemberRole, OutputOf } from '../../contract/endpoint.ts'
import {
  type inviteMember as endpoint,
  maxMembers,
  type revokeInvitation as revokeEndpoint,
} from '../../contract/members.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { databaseNow, type Queryable, type Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import type { Caller } from '../http/route.ts'
import type { SignedInAction } from '../identity/action-types.ts'
import { reauthenticate } from '../identity/check-password.ts'
import { type LockedMasjid, membersOf } from '../identity/memberships.ts'
import { queueLetters } from '../letters/queue-letters.ts'
import { secondsFromNow } from '../sql-fragments/instants.ts'
import { hashOf, newToken } from '../tokens.ts'
import { pendingInvitationsOf } from './list-members.ts'
import { lockOwnMasjid } from './lock-own-masjid.ts'

/** Seconds for which an invitation can be accepted. */
const invitationLifetime = 7 * 24 * 60 * 60

/** Invites an address to become a member of the caller's masjid. */
export const inviteMember: SignedInAction<typeof endpoint> = async (parts, context, input) => {
  const { email, memberRole } = input
  const { caller } = context
  const { limits } = parts
  const proven = await reauthenticate(parts, context, input)
  if (!caller.emailVerified) throw new Failure('email_not_confirmed')
  await limits.countMemberInvitation(caller)
  await limits.countLetter('invitation', email)
  return context.transact(async (tx) => {
    const masjid = await lockOwnMasjid(tx, caller, proven)
    if (masjid.suspended) throw new Failure('account_suspended')
    const members = await membersOf(tx, masjid.uid).execute()
    if (members.some((it) => it.email === email)) throw new Failure('already_member')
    const pending = await pendingInvitationsOf(tx, masjid.uid).execute()
    const others = pending.filter((it) => it.email !== email)
    if (members.length + others.length >= maxMembers) throw new Failure('too_many_members')
    await sendInvitation(tx, masjid, { email, memberRole, invitedBy: caller.personId })
    await recordAudit(tx, caller, [{ event: 'member_invited', masjidUid: masjid.uid }])
    return {}
  })
}

/**
 * Queues the letter with an invitation, unless the owner of the address wants none. Replaces a pending invitation to the address.
 * @param invitedBy the owner; null for the operator
 */
export async function sendInvitation(
  tx: Tx,
  masjid: LockedMasjid,
  invited: { readonly email: string; readonly memberRole: MemberRole; readonly invitedBy: string | null },
): Promise<void> {
  const { email, memberRole: role } = invited
  const { token, hash } = newToken()
  const values = {
    role,
    token_hash: hash,
    invited_by: invited.invitedBy,
    created_at: databaseNow,
    expires_at: secondsFromNow(invitationLifetime),
  }
  await tx
    .insertInto('invitations')
    .values({ masjid_uid: masjid.uid, email, ...values })
    .onConflict((pending) =>
      pending.columns(['masjid_uid', 'email']).where('ended_at', 'is', null).doUpdateSet(values),
    )
    .execute()
  if (await wantsNoInvitations(tx, email)) return
  await tx
    .insertInto('opt_out_links')
    .values({ token_hash: hash, address_hash: hashOf(email) })
    .execute()
  const { city, state_code: stateCode } = await tx
    .selectFrom('masjids')
    .where('uid', '=', masjid.uid)
    .select(['city', 'state_code'])
    .executeTakeFirstOrThrow()
  const props = { masjidName: masjid.name, city, stateCode, role, token }
  await queueLetters(tx, [{ to: email, letter: { kind: 'member_invited', props } }])
}

/** Whether the owner of an address has asked for no more invitations. */
export async function wantsNoInvitations(reader: Queryable, email: string): Promise<boolean> {
  const unwanted = reader.selectFrom('uninvitable_addresses').where('address_hash', '=', hashOf(email))
  return (await unwanted.select('created_at').executeTakeFirst()) !== undefined
}

/** Revokes a pending invitation: the link in its letter no longer works. */
export async function revokeInvitation(
  tx: Tx,
  { invitationId }: InputOf<typeof revokeEndpoint>,
  caller: Caller,
): Promise<OutputOf<typeof revokeEndpoint>> {
  const masjid = await lockOwnMasjid(tx, caller)
  const invitation = await tx
    .selectFrom('invitations')
    .where('id', '=', invitationId)
    .where('masjid_uid', '=', masjid.uid)
    .select('id')
    .executeTakeFirst()
  if (invitation === undefined) throw new Failure('not_found')
  const revoked = await tx
    .updateTable('invitations')
    .set({ ended_at: databaseNow })
    .where('id', '=', invitationId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', databaseNow)
    .executeTakeFirst()
  const changed = revoked.numUpdatedRows === 1n
  if (changed) await recordAudit(tx, caller, [{ event: 'invitation_revoked', masjidUid: masjid.uid }])
  return { changed }
}
