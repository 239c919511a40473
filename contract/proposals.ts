import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import {
  calendarDate,
  cursor,
  id,
  limit,
  ownUid,
  requiresMasjidSlot,
  requiresSlot,
  slotFields,
  slotFieldsOfMasjid,
  text,
  timeOfDay,
} from './fields.ts'
import { outcome, proposalOutcome } from './output-schemas.ts'

const masjidOnly = { masjid: 'masjidUid' } as const
const khateebOnly = { khateeb: 'khateebUid' } as const

/** Selects one of several proposals for the same slot and khateeb; the default is the newest. */
const requestId = z.optional(z.nullable(id('requestId')))

/** The assignment that the caller saw. If the slot has another one by now, the call fails. */
const assignmentId = z.optional(z.nullable(id('assignmentId')))

const acceptFailures = ['not_found', 'slot_taken', 'slot_past', 'khateeb_busy'] as const
const alreadyDecided = [
  'proposal_accepted',
  'proposal_rejected',
  'proposal_revoked',
  'proposal_closed',
  'proposal_expired',
] as const
const proposeFailures = [
  'email_unconfirmed',
  'not_found',
  'slot_taken',
  'slot_past',
  'khateeb_busy',
  'too_many_proposals',
  'not_accepting',
  'you_blocked',
] as const

export const requestKhateeb = endpoint({
  name: 'request_khateeb',
  method: 'POST',
  path: '/request_khateeb',
  access: masjidOnly,
  accountLimit: 'proposal',
  body: z
    .object({ masjidUid: ownUid('masjidUid'), khateebUid: id('khateebUid'), ...slotFields })
    .check(...requiresSlot),
  output: proposalOutcome,
  failures: [...proposeFailures, 'already_requested'],
})

export const revokeInvite = endpoint({
  name: 'revoke_invite',
  method: 'POST',
  path: '/revoke_invite',
  access: masjidOnly,
  accountLimit: 'change',
  body: z
    .object({ masjidUid: ownUid('masjidUid'), khateebUid: id('khateebUid'), requestId, ...slotFields })
    .check(...requiresSlot),
  output: proposalOutcome,
  failures: ['not_found', ...alreadyDecided],
})

export const approveRequest = endpoint({
  name: 'approve_request_full',
  method: 'POST',
  path: '/approve_request_full',
  access: masjidOnly,
  accountLimit: 'change',
  body: z
    .object({ masjidUid: ownUid('masjidUid'), requesterId: id('requesterId'), requestId, ...slotFields })
    .check(...requiresSlot),
  output: proposalOutcome,
  failures: [...acceptFailures, ...alreadyDecided],
})

export const rejectRequest = endpoint({
  name: 'reject_request_full',
  method: 'POST',
  path: '/reject_request_full',
  access: masjidOnly,
  accountLimit: 'change',
  body: z
    .object({ masjidUid: ownUid('masjidUid'), requesterId: id('requesterId'), requestId, ...slotFields })
    .check(...requiresSlot),
  output: proposalOutcome,
  failures: ['not_found', ...alreadyDecided],
})

export const removeKhateeb = endpoint({
  name: 'remove_khateeb',
  method: 'POST',
  path: '/remove_khateeb',
  access: masjidOnly,
  accountLimit: 'change',
  body: z.object({ masjidUid: ownUid('masjidUid'), assignmentId, ...slotFields }).check(...requiresSlot),
  output: outcome,
  failures: ['not_found', 'slot_past', 'assignment_changed', 'assignment_withdrawn'],
})

export const requestToLead = endpoint({
  name: 'add_khutbah_request',
  method: 'POST',
  path: '/add_khutbah_request',
  access: { khateeb: 'khateebId' },
  accountLimit: 'proposal',
  body: z.object({ khateebId: ownUid('khateebId'), ...slotFieldsOfMasjid }).check(...requiresMasjidSlot),
  output: proposalOutcome,
  failures: [...proposeFailures, 'already_invited'],
})

export const revokeSentRequest = endpoint({
  name: 'revoke_sent_request',
  method: 'POST',
  path: '/revoke_sent_request',
  access: khateebOnly,
  accountLimit: 'change',
  body: z
    .object({ khateebUid: ownUid('khateebUid'), requestId, ...slotFieldsOfMasjid })
    .check(...requiresMasjidSlot),
  output: proposalOutcome,
  failures: ['not_found', ...alreadyDecided],
})

export const acceptInvite = endpoint({
  name: 'accept_invite',
  method: 'POST',
  path: '/accept_invite',
  access: khateebOnly,
  accountLimit: 'change',
  body: z
    .object({ khateebUid: ownUid('khateebUid'), requestId, ...slotFieldsOfMasjid })
    .check(...requiresMasjidSlot),
  output: proposalOutcome,
  failures: [...acceptFailures, ...alreadyDecided],
})

export const rejectInvite = endpoint({
  name: 'reject_invite',
  method: 'POST',
  path: '/reject_invite',
  access: khateebOnly,
  accountLimit: 'change',
  body: z
    .object({ khateebUid: ownUid('khateebUid'), requestId, ...slotFieldsOfMasjid })
    .check(...requiresMasjidSlot),
  output: proposalOutcome,
  failures: ['not_found', ...alreadyDecided],
})

export const withdrawKhateeb = endpoint({
  name: 'withdraw_khateeb',
  method: 'POST',
  path: '/withdraw_khateeb',
  access: khateebOnly,
  accountLimit: 'change',
  body: z
    .object({
      khateebUid: ownUid('khateebUid'),
      assignmentId,
      /** Sent to the masjid. */
      reason: text('reason', 500, { lines: true }),
      ...slotFieldsOfMasjid,
    })
    .check(...requiresMasjidSlot),
  output: outcome,
  failures: ['not_found', 'slot_past', 'assignment_removed'],
})

/** Sends nothing: accepting an invite already sent the letter. Kept because the specification has this call. */
export const notifyMasjid = endpoint({
  name: 'notify_masjid',
  method: 'POST',
  path: '/notify_masjid',
  access: { khateeb: true },
  body: z.object({ date: calendarDate, time: timeOfDay }),
  output: z.object({ notified: z.boolean() }),
  failures: ['not_found'],
})

const eitherSide = { khateeb: 'khateebUid', masjid: 'masjidUid' } as const
const bothSides = z.object({ khateebUid: ownUid('khateebUid'), masjidUid: ownUid('masjidUid') })

/**
 * A khateeb blocks a masjid, or a masjid blocks a khateeb. Neither can propose to the other until the block is removed, and
 * pending proposals between them are rejected or revoked. Confirmed assignments stay.
 */
export const blockAccount = endpoint({
  name: 'block_account',
  method: 'POST',
  path: '/block_account',
  access: eitherSide,
  accountLimit: 'change',
  body: bothSides,
  output: outcome,
  failures: ['not_found'],
})

export const unblockAccount = endpoint({
  name: 'unblock_account',
  method: 'POST',
  path: '/unblock_account',
  access: eitherSide,
  accountLimit: 'change',
  body: bothSides,
  output: outcome,
  failures: ['not_found'],
})

/** Accounts that the caller has blocked, newest first. */
export const getBlockedAccounts = endpoint({
  name: 'blocked_accounts',
  method: 'GET',
  path: '/blocked_accounts',
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
  failures: [],
  paged: true,
})
