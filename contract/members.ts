import * as z from 'zod/mini'
import { earlierActField } from './earlier-act.ts'
import { endpoint } from './endpoint.ts'
import { email, id, personName } from './fields.ts'
import { memberRole } from './member-role.ts'
import { emptyResponse } from './outcome-schemas.ts'
import { passwordProtectedOptions, reauthenticationFailures } from './password-protected.ts'

/** The access of calls that only owners may make. */
const ownerCallOptions = { access: { masjid: true }, needs: 'owner' } as const

/**
 * Returns the options of a call that changes who may act for a masjid. The call requires the password and the second factor again, so that
 * a person with a stolen session can't become an owner.
 */
function membershipChangeOptions<Fields extends Parameters<typeof passwordProtectedOptions>[0]>(
  fields: Fields,
) {
  return { ...passwordProtectedOptions(fields), ...ownerCallOptions } as const
}

/** `changed` is false for a repeated call. */
const outcome = z.object({ changed: z.boolean() })

/** The most members and pending invitations of a masjid together, so that the list of members stays short. */
export const maxMembers = 100

/**
 * Lists the members of the caller's masjid, owners first. Owners also get the pending and expired invitations to become a member, newest
 * first, at most `maxMembers`. An invitation that has been expired for a month is not listed.
 */
export const getMembers = endpoint('GET', '/identity/members', {
  access: { masjid: true },
  output: z.object({
    members: z.array(
      z.object({
        personId: z.string(),
        /** Null until the member has entered a name. */
        name: z.nullable(z.string()),
        email: z.string(),
        memberRole,
        since: z.string(),
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
        /** Whether the link in the letter no longer works because of its age. */
        expired: z.boolean(),
      }),
    ),
  }),
})

/**
 * Invites the owner of an email address, by a letter with a link, to become a member. Replaces a pending invitation to this address. The
 * response is the same whether or not the address has an account, and whether or not its owner has stopped invitations.
 */
export const inviteMember = endpoint('POST', '/invite_member', {
  ...membershipChangeOptions({ email, memberRole }),
  output: emptyResponse,
  failures: [
    ...reauthenticationFailures,
    'already_member',
    'too_many_members',
    'email_not_confirmed',
    'account_suspended',
  ],
})

/** The most pending invitations of a masjid to khateebs, so that their list stays short. */
export const maxKhateebInvitations = 100

/**
 * Invites the owner of an email address, by a letter with a link, to become one of the masjid's khateebs. With `slotId`, the letter also
 * asks them to lead that khutbah. Replaces a pending invitation to this address. Requires no password, because the invitation grants no
 * rights. The response is the same whether or not the address has an account, and whether or not its owner has stopped invitations.
 */
export const inviteNewKhateeb = endpoint('POST', '/invite_new_khateeb', {
  ...ownerCallOptions,
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
 * Revokes a pending invitation, or removes an expired invitation from the list of members. Requires no password: revoking grants no rights,
 * and must be quick after a mistake. Changes nothing if the invitation was used or revoked before, for example by a colleague.
 */
export const revokeInvitation = endpoint('POST', '/revoke_invitation', {
  ...ownerCallOptions,
  body: z.object({ invitationId: id('invitationId') }),
  output: outcome,
  failures: ['not_found'],
})

export const changeMemberRole = endpoint('POST', '/change_member_role', {
  ...membershipChangeOptions({ personId: id('personId'), memberRole }),
  output: z.extend(outcome, earlierActField),
  failures: [...reauthenticationFailures, 'not_found', 'last_owner'],
})

export const removeMember = endpoint('POST', '/remove_member', {
  ...membershipChangeOptions({ personId: id('personId') }),
  output: emptyResponse,
  failures: [...reauthenticationFailures, 'not_found', 'last_owner'],
})

/** Makes another member an owner. The caller becomes a scheduler (`stay: true`) or leaves the masjid. */
export const handOver = endpoint('POST', '/hand_over', {
  ...membershipChangeOptions({ personId: id('personId'), stay: z.boolean() }),
  output: emptyResponse,
  failures: [...reauthenticationFailures, 'not_found'],
})

/** Ends the caller's own membership. Requires the password, because a caller who acts for no other party also loses the account. */
export const leaveMasjid = endpoint('POST', '/leave_masjid', {
  ...passwordProtectedOptions({}),
  access: { masjid: true },
  output: emptyResponse,
  failures: [...reauthenticationFailures, 'last_owner'],
})

/** Deletes the caller's masjid, and the account of each member who acts for no other party. */
export const deleteMasjid = endpoint('POST', '/delete_masjid', {
  ...membershipChangeOptions({}),
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
