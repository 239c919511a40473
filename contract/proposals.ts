import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import {
  calendarDate,
  cursor,
  id,
  limit,
  requiresSlot,
  requiresMasjidSlot,
  ownUid,
  slotFields,
  slotFieldsOfMasjid,
  text,
  timeOfDay,
} from './fields.ts'
import { outcome, proposalOutcome } from './output-schemas.ts'

const masjidActs = { masjid: 'masjidUid' } as const
const khateebActs = { khateeb: 'khateebUid' } as const

/** Names one proposal where there are several for a slot and khateeb; without it the newest is meant. */
const requestId = z.optional(z.nullable(id('requestId')))

/** Names the assignment that the caller saw, so that nobody else is removed. */
const assignmentId = z.optional(z.nullable(id('assignmentId')))

const agreeing = ['not_found', 'slot_taken', 'slot_past', 'khateeb_busy'] as const
const decided = [
  'proposal_accepted',
  'proposal_rejected',
  'proposal_revoked',
  'proposal_closed',
  'proposal_expired',
] as const
const proposing = [
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
  access: masjidActs,
  accountLimit: 'proposal',
  body: z
    .object({ masjidUid: ownUid('masjidUid'), khateebUid: id('khateebUid'), ...slotFields })
    .check(...requiresSlot),
  output: proposalOutcome,
  failures: [...proposing, 'already_requested'],
})

export const revokeInvite = endpoint({
  name: 'revoke_invite',
  method: 'POST',
  path: '/revoke_invite',
  access: masjidActs,
  accountLimit: 'change',
  body: z
    .object({ masjidUid: ownUid('masjidUid'), khateebUid: id('khateebUid'), requestId, ...slotFields })
    .check(...requiresSlot),
  output: proposalOutcome,
  failures: ['not_found', ...decided],
})

export const approveRequest = endpoint({
  name: 'approve_request_full',
  method: 'POST',
  path: '/approve_request_full',
  access: masjidActs,
  accountLimit: 'change',
  body: z
    .object({ masjidUid: ownUid('masjidUid'), requesterId: id('requesterId'), requestId, ...slotFields })
    .check(...requiresSlot),
  output: proposalOutcome,
  failures: [...agreeing, ...decided],
})

export const rejectRequest = endpoint({
  name: 'reject_request_full',
  method: 'POST',
  path: '/reject_request_full',
  access: masjidActs,
  accountLimit: 'change',
  body: z
    .object({ masjidUid: ownUid('masjidUid'), requesterId: id('requesterId'), requestId, ...slotFields })
    .check(...requiresSlot),
  output: proposalOutcome,
  failures: ['not_found', ...decided],
})

export const removeKhateeb = endpoint({
  name: 'remove_khateeb',
  method: 'POST',
  path: '/remove_khateeb',
  access: masjidActs,
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
  failures: [...proposing, 'already_invited'],
})

export const revokeSentRequest = endpoint({
  name: 'revoke_sent_request',
  method: 'POST',
  path: '/revoke_sent_request',
  access: khateebActs,
  accountLimit: 'change',
  body: z
    .object({ khateebUid: ownUid('khateebUid'), requestId, ...slotFieldsOfMasjid })
    .check(...requiresMasjidSlot),
  output: proposalOutcome,
  failures: ['not_found', ...decided],
})

export const acceptInvite = endpoint({
  name: 'accept_invite',
  method: 'POST',
  path: '/accept_invite',
  access: khateebActs,
  accountLimit: 'change',
  body: z
    .object({ khateebUid: ownUid('khateebUid'), requestId, ...slotFieldsOfMasjid })
    .check(...requiresMasjidSlot),
  output: proposalOutcome,
  failures: [...agreeing, ...decided],
})

export const rejectInvite = endpoint({
  name: 'reject_invite',
  method: 'POST',
  path: '/reject_invite',
  access: khateebActs,
  accountLimit: 'change',
  body: z
    .object({ khateebUid: ownUid('khateebUid'), requestId, ...slotFieldsOfMasjid })
    .check(...requiresMasjidSlot),
  output: proposalOutcome,
  failures: ['not_found', ...decided],
})

export const withdrawKhateeb = endpoint({
  name: 'withdraw_khateeb',
  method: 'POST',
  path: '/withdraw_khateeb',
  access: khateebActs,
  accountLimit: 'change',
  body: z
    .object({
      khateebUid: ownUid('khateebUid'),
      assignmentId,
      /** The masjid is told. */
      reason: text('reason', 500, { lines: true }),
      ...slotFieldsOfMasjid,
    })
    .check(...requiresMasjidSlot),
  output: outcome,
  failures: ['not_found', 'slot_past', 'assignment_removed'],
})

/** Kept for clients of the specification: the letter went out with the acceptance itself, so this sends none. */
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
 * A khateeb blocks a masjid, or a masjid a khateeb: nothing is proposed between the two until it is taken back, and what
 * is pending is rejected or revoked at once. What is confirmed stays.
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

/** Whom the caller has blocked, the latest first. */
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
      /** They have no details to look at meanwhile. */
      suspended: z.boolean(),
    }),
  ),
  failures: [],
  paged: true,
})
