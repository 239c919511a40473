import * as z from 'zod/mini'
import { withEarlierAct } from './earlier-act.ts'
import { endpoint } from './endpoint.ts'
import { email, id, instant, linkToken, password, personName } from './fields.ts'
import { invitedAs, memberRole } from './member-role.ts'
import { emptyResponse } from './output-schemas.ts'
import { passwordProtected, reauthenticationFailures } from './password-protected.ts'
import { newKhateebFields } from './profile-fields.ts'
import { slotAskedAbout } from './proposal-schemas.ts'

/** For owners only. */
const byOwner = { access: { masjid: true }, needs: 'owner' } as const

/**
 * The declaration of a call that decides who may act for a masjid. It requires the password and the second factor again, so that nobody
 * with a stolen session can make themselves an owner.
 */
function decidesMembers<Fields extends Parameters<typeof passwordProtected>[0]>(fields: Fields) {
  return { ...passwordProtected(fields), ...byOwner } as const
}

/** For a repeated call, `changed` is false. */
const outcome = z.object({ changed: z.boolean() })

/** The most members and pending invitations of a masjid. It keeps the list of members short. */
export const maxMembers = 100

/** The members of the caller's masjid, owners first. Owners also get the pending invitations, newest first. */
export const getMembers = endpoint('GET', '/identity/members', {
  access: { masjid: true },
  output: z.object({
    members: z.array(
      z.object({
        personId: z.string(),
        /** Null until the person has given one. */
        name: z.nullable(z.string()),
        email: z.string(),
        memberRole,
        since: z.string(),
        /** Whether the member is the caller. */
        isCaller: z.boolean(),
      }),
    ),
    invitations: z.array(
      z.object({
        invitationId: z.string(),
        email: z.string(),
        memberRole,
        sentAt: z.string(),
        expiresAt: z.string(),
      }),
    ),
  }),
})

/**
 * Invites an address to become a member, by a letter with a link. A pending invitation to the address is replaced. The answer is the
 * same whether or not the address has an account, and whether or not its owner accepts letters with invitations.
 */
export const inviteMember = endpoint('POST', '/invite_member', {
  ...decidesMembers({ email, memberRole }),
  output: emptyResponse,
  failures: [
    ...reauthenticationFailures,
    'already_member',
    'too_many_members',
    'email_not_confirmed',
    'account_suspended',
  ],
})

/** The most pending invitations of a masjid to khateebs. It keeps their list short. */
export const maxKhateebInvitations = 100

/**
 * Invites an address whose owner may not be on Minbar yet to become one of the masjid's khateebs, by a letter with a link. With `slotId`,
 * the letter asks for that khutbah. Replaces a pending invitation to the address. Requires no password, because it grants no rights. The
 * answer is the same whether or not the address has an account, and whether or not its owner accepts letters with invitations.
 */
export const inviteNewKhateeb = endpoint('POST', '/invite_new_khateeb', {
  ...byOwner,
  body: z.object({ email, slotId: z.optional(z.nullable(id('slotId'))) }),
  output: emptyResponse,
  failures: [
    'too_many_khateeb_invitations',
    'email_not_confirmed',
    'account_suspended',
    'not_found',
    'slot_taken',
    'slot_past',
  ],
})

/**
 * Revokes a pending invitation. Requires no password: it gives nobody more rights, and must be quick after a mistake. Changes nothing if
 * the invitation was used or revoked before, for example by a colleague.
 */
export const revokeInvitation = endpoint('POST', '/revoke_invitation', {
  ...byOwner,
  body: z.object({ invitationId: id('invitationId') }),
  output: outcome,
  failures: ['not_found'],
})

export const changeMemberRole = endpoint('POST', '/change_member_role', {
  ...decidesMembers({ personId: id('personId'), memberRole }),
  output: z.extend(outcome, withEarlierAct),
  failures: [...reauthenticationFailures, 'not_found', 'last_owner'],
})

export const removeMember = endpoint('POST', '/remove_member', {
  ...decidesMembers({ personId: id('personId') }),
  output: emptyResponse,
  failures: [...reauthenticationFailures, 'not_found', 'last_owner'],
})

/** Makes another member an owner, while the caller becomes a scheduler (`stay`) or leaves. */
export const handOver = endpoint('POST', '/hand_over', {
  ...decidesMembers({ personId: id('personId'), stay: z.boolean() }),
  output: emptyResponse,
  failures: [...reauthenticationFailures, 'not_found'],
})

/**
 * Ends the caller's own membership. Requires the password, because it also deletes the account of a caller who acts for no other party.
 */
export const leaveMasjid = endpoint('POST', '/leave_masjid', {
  ...passwordProtected({}),
  access: { masjid: true },
  output: emptyResponse,
  failures: [...reauthenticationFailures, 'last_owner'],
})

/** Deletes the caller's masjid. Deletes the account of each member who acts for no other party. */
export const deleteMasjid = endpoint('POST', '/delete_masjid', {
  ...decidesMembers({}),
  output: emptyResponse,
  failures: reauthenticationFailures,
})

/** Changes the caller's own name. */
export const changeName = endpoint('POST', '/identity/change_name', {
  access: { masjid: true },
  needs: 'viewer',
  body: z.object({ name: personName }),
  output: outcome,
})

/** A call that the page makes for the link in the letter with an invitation. */
const byInvitation = { access: 'anyone', limit: 'reset', secret: true } as const

/** A slot that an invitation asks for. */
const askedSlot = z.object({
  ...slotAskedAbout,
  /** The slot is upcoming and has no khateeb. */
  isOpen: z.boolean(),
})

/** What an invitation is for. `hasAccount` says whether its address has an account. */
export const lookUpInvitation = endpoint('POST', '/look_up_invitation', {
  ...byInvitation,
  body: z.object({ token: linkToken }),
  output: z.object({
    masjidName: z.string(),
    city: z.string(),
    stateCode: z.string(),
    invitedAs,
    email: z.string(),
    hasAccount: z.boolean(),
    /** The address is the confirmed email of a khateeb, who can accept the slot without signing in. */
    isOfKhateeb: z.boolean(),
    /** The khutbah that the masjid asks for; null if it doesn't ask for one. */
    slot: z.nullable(askedSlot),
  }),
  failures: ['link_spent'],
})

/** The start that the reader of the question saw: if the masjid has moved the slot since, the call fails. */
const seenStart = instant('seenStart')

/** Why an invitation's slot can't be accepted. */
const slotFailures = [
  'not_found',
  'slot_taken',
  'slot_past',
  'khateeb_busy',
  'start_changed',
  'proposal_closed',
] as const

/**
 * Makes the caller a member, or lets the masjid know them as one of its khateebs: then the caller must have a khateeb profile, whose uid is
 * the answer. With `seenStart`, accepts the slot that the invitation asks for, too. The caller's email must be the invited address; the link
 * confirms it.
 */
export const acceptInvitation = endpoint('POST', '/accept_invitation', {
  access: { khateeb: true, masjid: true },
  needs: 'viewer',
  limit: 'reset',
  secret: true,
  body: z.object({ token: linkToken, seenStart: z.optional(z.nullable(seenStart)) }),
  output: z.object({ uid: z.string() }),
  failures: [
    ...slotFailures,
    'link_spent',
    'not_invited',
    'already_member',
    'too_many_parties',
    'khateeb_profile_needed',
    'account_suspended',
  ],
})

/** Creates an account for the invited address, and makes the new person a member. The page then signs in. */
export const joinByInvitation = endpoint('POST', '/join_by_invitation', {
  ...byInvitation,
  limit: 'sign_up',
  hashesPassword: true,
  body: z.object({ token: linkToken, name: personName, password }),
  output: z.object({ uid: z.string() }),
  failures: ['link_spent', 'email_taken', 'account_suspended'],
})

/**
 * Creates a khateeb's account for the invited address, and lets the masjid know them as one of its khateebs. With `seenStart`, accepts the
 * slot that the invitation asks for, too. Without a password, the account gets a random one, and the khateeb sets their own by a reset.
 */
export const joinAsKhateeb = endpoint('POST', '/join_as_khateeb', {
  ...byInvitation,
  limit: 'sign_up',
  hashesPassword: true,
  body: z.object({
    token: linkToken,
    ...newKhateebFields,
    password: z.optional(password),
    seenStart: z.optional(z.nullable(seenStart)),
  }),
  output: z.object({ uid: z.string() }),
  failures: [...slotFailures, 'link_spent', 'email_taken', 'account_suspended'],
})

/**
 * Accepts the slot that an invitation asks for, without signing in, if its address is the confirmed email of a khateeb. Opens no session.
 */
export const acceptSlotByInvitation = endpoint('POST', '/accept_slot_by_invitation', {
  ...byInvitation,
  body: z.object({ token: linkToken, seenStart }),
  output: emptyResponse,
  failures: [...slotFailures, 'link_spent', 'not_invited', 'account_suspended'],
})

/** Declines an invitation to a khateeb, without signing in. The owner who sent it is told. */
export const declineInvitation = endpoint('POST', '/decline_invitation', {
  ...byInvitation,
  body: z.object({ token: linkToken }),
  output: emptyResponse,
  failures: ['link_spent'],
})

/** Stops the invitations of all masjids to the invited address. */
export const stopInvitations = endpoint('POST', '/stop_invitations', {
  ...byInvitation,
  body: z.object({ token: linkToken }),
  output: emptyResponse,
  failures: ['link_spent'],
})
