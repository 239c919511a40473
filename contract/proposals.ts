import * as z from 'zod/mini'
import { earlierActField } from './earlier-act.ts'
import { endpoint } from './endpoint.ts'
import { encodeFieldError } from './field-error-encoding.ts'
import { calendarDate, id, listOf, ownUid, timeOfDay } from './fields.ts'
import { decisionOutcome, proposalOutcome } from './proposal-schemas.ts'
import {
  masjidSlotChecks,
  seenStart,
  slotChecks,
  slotChecksWithShortFieldNames,
  slotFields,
  slotFieldsWithMasjid,
} from './slot-fields.ts'

const masjidOnly = { masjid: 'masjidUid' } as const
const khateebOnly = { khateeb: 'khateebUid' } as const

/** The id of one of several proposals for the same slot and khateeb. The default is the newest. */
const requestId = z.optional(z.nullable(id('requestId')))

const declineFailures = [
  'not_found',
  'proposal_accepted',
  'proposal_rejected',
  'proposal_revoked',
  'proposal_closed',
  'proposal_expired',
] as const
/** The failures of accepting or approving a proposal. */
export const acceptFailures = [
  'slot_taken',
  'slot_past',
  'khateeb_busy',
  'start_changed',
  'assignment_removed',
  'assignment_withdrawn',
  ...declineFailures,
] as const
const proposeFailures = [
  'email_unconfirmed',
  'not_found',
  'slot_taken',
  'slot_past',
  'khateeb_busy',
  'start_changed',
  'too_many_proposals',
  'not_accepting',
  'you_blocked',
] as const

const inviteFailures = [
  ...proposeFailures,
  'khateeb_unavailable',
  'already_requested',
  'khateeb_not_approved',
  'khateeb_not_wanted',
] as const

const masjidDecisionOutcome = z.extend(decisionOutcome, earlierActField)

const requestFailures = [
  ...proposeFailures,
  'already_invited',
  'approval_needed',
  'requests_not_taken',
] as const

export const inviteToLead = endpoint('POST', '/request_khateeb', {
  access: masjidOnly,
  accountLimit: 'proposal',
  body: z
    .object({ masjidUid: ownUid('masjidUid'), khateebUid: id('khateebUid'), seenStart, ...slotFields })
    .check(...slotChecks),
  output: z.extend(proposalOutcome, earlierActField),
  failures: inviteFailures,
})

/** The most khateebs that one call may invite. */
export const maxKhateebsToInvite = 20
/** The most slots to which one call may invite. */
export const maxSlotsToInvite = 53
/** The most invites that one call may send. An invite is for one khateeb and one slot. */
export const maxInvitesAtOnce = 60

/**
 * Invites several khateebs to a slot, one khateeb to several slots, or each of several khateebs to each of several slots. Each slot goes to
 * the first khateeb who accepts it. Sends all invites or none. If an invite can't be sent, the failure names its khateeb and its slot.
 * Invites that are already pending cause no failure. Each khateeb gets one letter.
 */
export const inviteKhateebs = endpoint('POST', '/invite_khateebs', {
  access: masjidOnly,
  accountLimit: 'proposal',
  body: z
    .object({
      masjidUid: ownUid('masjidUid'),
      khateebUids: listOf('khateebUids', id('khateebUids'), maxKhateebsToInvite),
      slots: listOf('slots', z.object({ slotId: id('slotId'), seenStart }), maxSlotsToInvite),
    })
    .check(
      z.refine(({ khateebUids, slots }) => khateebUids.length * slots.length <= maxInvitesAtOnce, {
        path: ['slots'],
        error: encodeFieldError('list_not_valid', { field: 'slots', min: 1, max: maxInvitesAtOnce }),
      }),
    ),
  output: z.object({
    changed: z.boolean(),
    /** The number of khateebs with a new invite. */
    invited: z.number(),
    /** The number of new invites. */
    invites: z.number(),
    ...earlierActField,
  }),
  failures: inviteFailures,
})

export const revokeInvite = endpoint('POST', '/revoke_invite', {
  access: masjidOnly,
  body: z
    .object({ masjidUid: ownUid('masjidUid'), khateebUid: id('khateebUid'), requestId, ...slotFields })
    .check(...slotChecks),
  output: masjidDecisionOutcome,
  unstoredLists: ['closed'] as const,
  failures: declineFailures,
})

/** The options of the calls with which a masjid decides about a received request. */
const masjidDecisionOptions = {
  access: masjidOnly,
  body: z
    .object({ masjidUid: ownUid('masjidUid'), requesterId: id('requesterId'), requestId, ...slotFields })
    .check(...slotChecks),
  output: masjidDecisionOutcome,
  unstoredLists: ['closed'] as const,
  failures: declineFailures,
}

export const approveRequest = endpoint('POST', '/approve_request_full', {
  ...masjidDecisionOptions,
  body: z
    .object({
      masjidUid: ownUid('masjidUid'),
      requesterId: id('requesterId'),
      requestId,
      seenStart,
      ...slotFields,
    })
    .check(...slotChecks),
  failures: acceptFailures,
})

export const rejectRequest = endpoint('POST', '/reject_request_full', masjidDecisionOptions)

export const requestToLead = endpoint('POST', '/add_khutbah_request', {
  access: { khateeb: 'khateebId' },
  accountLimit: 'proposal',
  body: z
    .object({ khateebId: ownUid('khateebId'), seenStart, ...slotFieldsWithMasjid })
    .check(...masjidSlotChecks),
  output: proposalOutcome,
  failures: requestFailures,
})

/** The most slots that a khateeb may request in one call. */
export const maxSlotsToRequest = 20

/**
 * Requests several slots, of one masjid or of several, for the calling khateeb. Sends all requests or none. If a request can't be sent, the
 * failure names its slot. Requests that are already pending cause no failure. The call is refused if two of the slots overlap. Each member
 * of a masjid gets one letter.
 */
export const requestSlots = endpoint('POST', '/request_slots', {
  access: khateebOnly,
  accountLimit: 'proposal',
  body: z.object({
    khateebUid: ownUid('khateebUid'),
    slots: listOf('slots', z.object({ slotId: id('slotId'), seenStart }), maxSlotsToRequest),
  }),
  output: z.object({
    changed: z.boolean(),
    /** The number of new requests. */
    requests: z.number(),
  }),
  failures: [...requestFailures, 'slots_overlap'],
})

/** The options of the calls with which a khateeb decides about a received invite or his own request. */
const khateebDecisionOptions = {
  access: khateebOnly,
  body: z
    .object({ khateebUid: ownUid('khateebUid'), requestId, ...slotFieldsWithMasjid })
    .check(...masjidSlotChecks),
  output: decisionOutcome,
  unstoredLists: ['closed'] as const,
  failures: declineFailures,
}

export const revokeSentRequest = endpoint('POST', '/revoke_sent_request', khateebDecisionOptions)

export const acceptInvite = endpoint('POST', '/accept_invite', {
  ...khateebDecisionOptions,
  body: z
    .object({ khateebUid: ownUid('khateebUid'), requestId, seenStart, ...slotFieldsWithMasjid })
    .check(...masjidSlotChecks),
  failures: acceptFailures,
})

export const rejectInvite = endpoint('POST', '/reject_invite', khateebDecisionOptions)

/** Does nothing. The specification has this call, but accepting an invite has already sent the letter. */
export const notifyMasjid = endpoint('POST', '/notify_masjid', {
  access: { khateeb: true },
  needs: 'viewer',
  accountLimit: undefined,
  body: z
    .object({ slotId: slotFields.slotId, date: z.optional(calendarDate), time: z.optional(timeOfDay) })
    .check(...slotChecksWithShortFieldNames),
  output: z.object({ notified: z.boolean() }),
  failures: ['not_found'],
})
