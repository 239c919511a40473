import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { instant, linkToken, password, personName } from './fields.ts'
import { slotWords } from './khutbah-schemas.ts'
import { invitedAs } from './member-role.ts'
import { emptyResponse } from './outcome-schemas.ts'
import { newKhateebFields } from './profile-fields.ts'
import { slotAskedAbout } from './proposal-schemas.ts'
import { seenStart } from './slot-fields.ts'

/** The options of calls that take the token of an invitation's link. */
const invitationLinkOptions = { access: 'anyone', limit: 'reset', secret: true } as const

/** The slot that an invited khateeb is asked to lead. */
const askedSlot = z.object({
  ...slotAskedAbout,
  ...slotWords,
  /** Whether the slot is upcoming and has no khateeb. */
  isOpen: z.boolean(),
})

/** Looks up an invitation. `hasAccount`: the invited address has an account. */
export const lookUpInvitation = endpoint('POST', '/look_up_invitation', {
  ...invitationLinkOptions,
  body: z.object({ token: linkToken }),
  output: z.object({
    masjidName: z.string(),
    city: z.string(),
    stateCode: z.string(),
    /** The masjid's phone, which its public details also show. */
    masjidPhone: z.string(),
    invitedAs,
    email: z.string(),
    hasAccount: z.boolean(),
    /** Whether the invited address is the confirmed email of a khateeb. This khateeb can accept the slot without signing in. */
    isOfKhateeb: z.boolean(),
    /**
     * The slot that the khateeb is asked to lead. Null for an invitation without a slot. Also null soon after the slot was filled or
     * removed, or has begun: a job then removes the slot from the invitation.
     */
    slot: z.nullable(askedSlot),
  }),
  failures: ['link_spent', 'masjid_suspended'],
})

/** The failures of accepting the slot of an invitation. */
const slotFailures = [
  'not_found',
  'slot_taken',
  'slot_past',
  'khateeb_busy',
  'start_changed',
  'too_many_proposals',
  'proposal_closed',
  'proposal_expired',
] as const

/**
 * Makes the caller a member of the masjid or one of its khateebs, and returns the uid of the party that the caller then acts for. To become
 * one of the khateebs, the caller needs a khateeb profile. With `seenStart`, also accepts the slot of the invitation. The caller's email
 * must be the invited address; the link confirms that address.
 */
export const acceptInvitation = endpoint('POST', '/accept_invitation', {
  access: { khateeb: true, masjid: true },
  needs: 'viewer',
  limit: 'reset',
  secret: true,
  body: z.object({ token: linkToken, seenStart }),
  output: z.object({ uid: z.string() }),
  failures: [
    ...slotFailures,
    'link_spent',
    'not_invited',
    'already_member',
    'too_many_parties',
    'khateeb_profile_needed',
    'masjid_suspended',
  ],
})

/** Creates an account for the invited address, and makes the new person a member of the masjid. The page then signs the new person in. */
export const joinByInvitation = endpoint('POST', '/join_by_invitation', {
  ...invitationLinkOptions,
  limit: 'sign_up',
  hashesPassword: true,
  body: z.object({ token: linkToken, name: personName, password }),
  output: z.object({ uid: z.string() }),
  failures: ['link_spent', 'email_taken', 'masjid_suspended'],
})

/**
 * Creates a khateeb's account for the invited address, and makes the new khateeb one of the masjid's khateebs. With `seenStart`, also
 * accepts the slot of the invitation. Without `password`, the account gets a random password, and the khateeb sets a new one by a password
 * reset.
 */
export const joinAsKhateeb = endpoint('POST', '/join_as_khateeb', {
  ...invitationLinkOptions,
  limit: 'sign_up',
  hashesPassword: true,
  body: z.object({
    token: linkToken,
    ...newKhateebFields,
    password: z.optional(password),
    seenStart,
  }),
  output: z.object({ uid: z.string() }),
  failures: [...slotFailures, 'link_spent', 'email_taken', 'masjid_suspended'],
})

/** Accepts the slot of an invitation without signing in, if the invited address is the confirmed email of a khateeb. Opens no session. */
export const acceptSlotByInvitation = endpoint('POST', '/accept_slot_by_invitation', {
  ...invitationLinkOptions,
  body: z.object({ token: linkToken, seenStart: instant('seenStart') }),
  output: emptyResponse,
  failures: [...slotFailures, 'link_spent', 'not_invited', 'masjid_suspended'],
})

/** Declines an invitation to a khateeb, without signing in. A letter informs the owner who sent the invitation. */
export const declineInvitation = endpoint('POST', '/decline_invitation', {
  ...invitationLinkOptions,
  body: z.object({ token: linkToken }),
  output: emptyResponse,
  failures: ['link_spent', 'masjid_suspended'],
})

/** Stops invitations from all masjids to the invited address. */
export const stopInvitations = endpoint('POST', '/stop_invitations', {
  ...invitationLinkOptions,
  body: z.object({ token: linkToken }),
  output: emptyResponse,
  failures: ['link_spent'],
})
