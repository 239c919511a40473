import * as z from 'zod/mini'
import { withEarlierAct } from './earlier-act.ts'
import { endpoint } from './endpoint.ts'
import { encodeFieldError } from './field-error-encoding.ts'
import {
  calendarDate,
  cursor,
  id,
  instant,
  limit,
  listOf,
  ownUid,
  requiresMasjidSlot,
  requiresSlot,
  requiresSlotWithShortFieldNames,
  slotFields,
  slotFieldsWithMasjid,
  text,
  timeOfDay,
} from './fields.ts'
import { changeOutcome } from './output-schemas.ts'
import { blockOutcome, decisionOutcome, proposalOutcome } from './proposal-schemas.ts'

const masjidOnly = { masjid: 'masjidUid' } as const
const khateebOnly = { khateeb: 'khateebUid' } as const

/** Selects one of several proposals for the same slot and khateeb; the default is the newest. */
const requestId = z.optional(z.nullable(id('requestId')))
/** The start that the caller saw: if the masjid has moved the slot since, the call fails. */
const seenStart = z.optional(z.nullable(instant('seenStart')))

/** The assignment that the caller saw. If the slot has another one by now, the call fails. */
const assignmentId = z.optional(z.nullable(id('assignmentId')))

const declineFailures = [
  'not_found',
  'proposal_accepted',
  'proposal_rejected',
  'proposal_revoked',
  'proposal_closed',
  'proposal_expired',
] as const
/** Why a proposal can't be accepted or approved. */
export const acceptFailures = [
  'slot_taken',
  'slot_past',
  'khateeb_busy',
  'start_changed',
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

/** After a masjid's decision. */
const masjidDecisionOutcome = z.extend(decisionOutcome, withEarlierAct)

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
    .check(...requiresSlot),
  output: z.extend(proposalOutcome, withEarlierAct),
  failures: inviteFailures,
})

/** How many khateebs, slots, and invites of each khateeb to each slot, a call may have. */
export const maxKhateebsToInvite = 20
export const maxSlotsToInvite = 53
export const maxInvitesAtOnce = 60

/**
 * Invites several khateebs to a slot, of whom the first to accept gets it, or a khateeb to several slots: each khateeb to each slot. All or
 * none: a failure says which khateeb and slot it is about. Those who are invited already stay so. A khateeb gets one letter.
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
    /** How many khateebs have a new invite, and how many new invites there are. */
    invited: z.number(),
    invites: z.number(),
    ...withEarlierAct,
  }),
  failures: inviteFailures,
})

export const revokeInvite = endpoint('POST', '/revoke_invite', {
  access: masjidOnly,
  body: z
    .object({ masjidUid: ownUid('masjidUid'), khateebUid: id('khateebUid'), requestId, ...slotFields })
    .check(...requiresSlot),
  output: masjidDecisionOutcome,
  failures: declineFailures,
})

/** A masjid's decision about a request that it received. */
const masjidDecision = {
  access: masjidOnly,
  body: z
    .object({ masjidUid: ownUid('masjidUid'), requesterId: id('requesterId'), requestId, ...slotFields })
    .check(...requiresSlot),
  output: masjidDecisionOutcome,
  failures: declineFailures,
}

export const approveRequest = endpoint('POST', '/approve_request_full', {
  ...masjidDecision,
  body: z
    .object({
      masjidUid: ownUid('masjidUid'),
      requesterId: id('requesterId'),
      requestId,
      seenStart,
      ...slotFields,
    })
    .check(...requiresSlot),
  failures: acceptFailures,
})

export const rejectRequest = endpoint('POST', '/reject_request_full', masjidDecision)

export const removeKhateeb = endpoint('POST', '/remove_khateeb', {
  access: masjidOnly,
  body: z.object({ masjidUid: ownUid('masjidUid'), assignmentId, ...slotFields }).check(...requiresSlot),
  output: z.extend(changeOutcome, withEarlierAct),
  failures: ['not_found', 'slot_past', 'assignment_changed', 'assignment_withdrawn'],
})

export const requestToLead = endpoint('POST', '/add_khutbah_request', {
  access: { khateeb: 'khateebId' },
  accountLimit: 'proposal',
  body: z
    .object({ khateebId: ownUid('khateebId'), seenStart, ...slotFieldsWithMasjid })
    .check(...requiresMasjidSlot),
  output: proposalOutcome,
  failures: requestFailures,
})

/** How many slots a khateeb may request in one call. */
export const maxSlotsToRequest = 20

/**
 * A khateeb requests several slots, of one masjid or of several. All or none: a failure says which slot it is about. Requests that are
 * pending stay. Slots whose hours overlap are refused. A masjid's member gets one letter.
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
    /** How many new requests there are. */
    requests: z.number(),
  }),
  failures: [...requestFailures, 'slots_overlap'],
})

/** A khateeb's decision about an invite that they received, or about a request of their own. */
const khateebDecision = {
  access: khateebOnly,
  body: z
    .object({ khateebUid: ownUid('khateebUid'), requestId, ...slotFieldsWithMasjid })
    .check(...requiresMasjidSlot),
  output: decisionOutcome,
  failures: declineFailures,
}

export const revokeSentRequest = endpoint('POST', '/revoke_sent_request', khateebDecision)

export const acceptInvite = endpoint('POST', '/accept_invite', {
  ...khateebDecision,
  body: z
    .object({ khateebUid: ownUid('khateebUid'), requestId, seenStart, ...slotFieldsWithMasjid })
    .check(...requiresMasjidSlot),
  failures: acceptFailures,
})

export const rejectInvite = endpoint('POST', '/reject_invite', khateebDecision)

export const withdrawKhateeb = endpoint('POST', '/withdraw_khateeb', {
  access: khateebOnly,
  body: z
    .object({
      khateebUid: ownUid('khateebUid'),
      assignmentId,
      /** Sent to the masjid. */
      reason: text('reason', 500, { lines: true }),
      ...slotFieldsWithMasjid,
    })
    .check(...requiresMasjidSlot),
  output: changeOutcome,
  failures: ['not_found', 'slot_past', 'assignment_removed'],
})

/**
 * A khateeb confirms again, after the masjid moved the start. `seenStart` is the start that he saw: if it has moved
 * again, the call fails.
 */
export const reconfirmKhateeb = endpoint('POST', '/reconfirm_khateeb', {
  access: khateebOnly,
  body: z
    .object({
      khateebUid: ownUid('khateebUid'),
      assignmentId,
      seenStart: instant('seenStart'),
      ...slotFieldsWithMasjid,
    })
    .check(...requiresMasjidSlot),
  output: changeOutcome,
  failures: ['not_found', 'slot_past', 'assignment_removed', 'assignment_withdrawn', 'start_changed'],
})

/** Sends nothing: accepting an invite already sent the letter. Kept because the specification has this call. */
export const notifyMasjid = endpoint('POST', '/notify_masjid', {
  access: { khateeb: true },
  needs: 'viewer',
  accountLimit: undefined,
  body: z
    .object({ slotId: slotFields.slotId, date: z.optional(calendarDate), time: z.optional(timeOfDay) })
    .check(...requiresSlotWithShortFieldNames),
  output: z.object({ notified: z.boolean() }),
  failures: ['not_found'],
})

const changeOfBlock = {
  access: { khateeb: 'khateebUid', masjid: 'masjidUid' },
  body: z.object({ khateebUid: ownUid('khateebUid'), masjidUid: ownUid('masjidUid') }),
  failures: ['not_found'],
} as const

/**
 * A khateeb blocks a masjid, or a masjid blocks a khateeb. Neither can propose to the other until the block is removed, and
 * pending proposals between them are rejected or revoked. Confirmed assignments stay.
 */
export const blockAccount = endpoint('POST', '/block_account', {
  ...changeOfBlock,
  output: z.extend(blockOutcome, withEarlierAct),
})

export const unblockAccount = endpoint('POST', '/unblock_account', {
  ...changeOfBlock,
  output: z.extend(changeOutcome, withEarlierAct),
})

/** Accounts that the caller has blocked, newest first. */
export const getBlockedAccounts = endpoint('GET', '/blocked_accounts', {
  access: { khateeb: true, masjid: true },
  query: z.object({ limit, cursor }),
  output: z.array(
    z.object({
      uid: z.string(),
      name: z.string(),
      blockedAt: z.string(),
      /** A suspended account's details are hidden. */
      suspended: z.boolean(),
    }),
  ),
  paged: true,
})
