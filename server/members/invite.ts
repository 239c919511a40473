import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import {
  type inviteMember as endpoint,
  type inviteNewKhateeb as inviteNewKhateebEndpoint,
  maxKhateebInvitations,
  maxMembers,
  type revokeInvitation as revokeEndpoint,
} from '../../contract/members.ts'
import { pendingKhateebInvitationsOf } from '../approval/our-khateebs.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { databaseNow, type Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import type { Caller, SignedInContext } from '../http/route.ts'
import { hasVerifiedEmail } from '../identity/accounts.ts'
import type { IdentityDependencies, SignedInAction } from '../identity/action-types.ts'
import { reauthenticate } from '../identity/check-password.ts'
import { lettersAboutRevocation } from '../identity/invitation-ending-letters.ts'
import { membersOf } from '../identity/masjid-members.ts'
import { queueLetters } from '../letters/queue-letters.ts'
import { lockOpenSlot } from './ask-for-slot.ts'
import { pendingMemberInvitationsOf } from './list-members.ts'
import { lockOwnMasjid } from './lock-own-masjid.ts'
import { sendInvitation } from './send-invitation.ts'

/** Invites an email address to become a member of the caller’s masjid. */
export const inviteMember: SignedInAction<typeof endpoint> = async (parts, context, input) => {
  const { email, memberRole } = input
  const { caller } = context
  const proven = await reauthenticate(parts, context, input)
  await countInvitation(parts, context, email)
  return context.transact(async (tx) => {
    const masjid = await lockOwnMasjid(tx, caller, proven)
    if (masjid.suspended) throw new Failure('account_suspended')
    const members = await membersOf(tx, masjid.uid).execute()
    if (members.some((it) => it.email === email)) throw new Failure('already_member')
    const pending = await pendingMemberInvitationsOf(tx, masjid.uid).execute()
    const others = pending.filter((it) => it.email !== email)
    if (members.length + others.length >= maxMembers) throw new Failure('too_many_members')
    await sendInvitation(tx, masjid, { email, invitedAs: memberRole, invitedBy: caller.personId })
    await recordAudit(tx, caller, [{ event: 'member_invited', masjidUid: masjid.uid }])
    return {}
  })
}

/** Invites an email address to become one of the khateebs of the caller’s masjid, and perhaps to fill a slot (`slotId`). */
export const inviteNewKhateeb: SignedInAction<typeof inviteNewKhateebEndpoint> = async (
  parts,
  context,
  { email, slotId },
) => {
  const { caller } = context
  await countInvitation(parts, context, email)
  return context.transact(async (tx) => {
    const masjid = await lockOwnMasjid(tx, caller)
    if (masjid.suspended) throw new Failure('account_suspended')
    const pending = await pendingKhateebInvitationsOf(tx, masjid.uid).execute()
    if (pending.filter((it) => it.email !== email).length >= maxKhateebInvitations)
      throw new Failure('too_many_khateeb_invitations')
    const slot = typeof slotId === 'string' ? await lockOpenSlot(tx, masjid, slotId) : undefined
    const former = pending.find((it) => it.email === email)
    const formerSlotId = former?.slot?.slotId
    if (former !== undefined && formerSlotId !== undefined && formerSlotId !== slotId) {
      const replaced = { email, slotId: formerSlotId, askedAt: new Date(former.sentAt) }
      await queueLetters(tx, await lettersAboutRevocation(tx, masjid.uid, replaced))
    }
    await sendInvitation(tx, masjid, { email, invitedAs: 'khateeb', invitedBy: caller.personId, slot })
    await recordAudit(tx, caller, [{ event: 'new_khateeb_invited', masjidUid: masjid.uid }])
    return {}
  })
}

/** Counts an invitation to an email address. Throws if the caller has not confirmed their own email, and above a limit. */
async function countInvitation(
  { limits }: Pick<IdentityDependencies, 'limits'>,
  { caller, database }: Pick<SignedInContext, 'caller' | 'database'>,
  email: string,
): Promise<void> {
  if (!(await hasVerifiedEmail(database.db, caller.personId))) throw new Failure('email_not_confirmed')
  await limits.countInvitation(caller)
  await limits.countLetter('invitation', email)
}

/**
 * Revokes a pending invitation: the link in its letter no longer works. Also ends an expired invitation, which an owner’s list still shows.
 */
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
    .returning(['email', 'slot_id as slotId', 'created_at as askedAt'])
    .executeTakeFirst()
  if (revoked === undefined) return { changed: false }
  await recordAudit(tx, caller, [{ event: 'invitation_revoked', masjidUid: masjid.uid }])
  await queueLetters(tx, await lettersAboutRevocation(tx, masjid.uid, revoked))
  return { changed: true }
}
