import * as assignmentCalls from '../../contract/assignments.ts'
import * as blockCalls from '../../contract/blocks.ts'
import * as contract from '../../contract/proposals.ts'
import type { Decision, Direction } from '../../domain/proposals/proposal.ts'
import type { Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import {
  type Caller,
  type ProposalLimits,
  type Route,
  signedInRoute,
  transactionRoute,
} from '../http/route.ts'
import { block, unblock } from './block.ts'
import { blockedAccounts } from './blocked-accounts.ts'
import { decideProposal } from './decide.ts'
import { masjidChangeRoute, runMasjidChange } from './earlier-act.ts'
import { removeKhateeb, withdrawKhateeb } from './end-assignment.ts'
import { inviteKhateebs } from './invite-khateebs.ts'
import { isConfirmed } from './is-confirmed.ts'
import { propose } from './propose.ts'
import { reconfirmKhateeb } from './reconfirm-khateeb.ts'
import { requestSlots } from './request-slots.ts'
import type { SeenSlot } from './seen-start.ts'

export function proposalRoutes(limits: ProposalLimits): Route[] {
  return [
    inviteKhateebsRoute(limits),
    requestSlotsRoute(limits),
    masjidChangeRoute(blockCalls.blockAccount, block, ['account_blocked']),
    masjidChangeRoute(blockCalls.unblockAccount, unblock, ['account_unblocked']),
    signedInRoute(blockCalls.getBlockedAccounts, blockedAccounts),
    masjidChangeRoute(
      contract.inviteToLead,
      (tx, { khateebUid, ...slot }, caller) => propose(tx, 'invite', slot, khateebUid, caller),
      ['invite_sent'],
    ),
    transactionRoute(contract.requestToLead, (tx, { khateebId, ...slot }, caller) =>
      propose(tx, 'request', slot, khateebId, caller),
    ),
    transactionRoute(contract.acceptInvite, decisionHandler('invite', 'accepted')),
    transactionRoute(contract.rejectInvite, decisionHandler('invite', 'rejected')),
    masjidChangeRoute(contract.revokeInvite, decisionHandler('invite', 'revoked'), ['invite_revoked']),
    masjidChangeRoute(contract.approveRequest, decisionHandler('request', 'accepted'), ['request_accepted']),
    masjidChangeRoute(contract.rejectRequest, decisionHandler('request', 'rejected'), ['request_rejected']),
    transactionRoute(contract.revokeSentRequest, decisionHandler('request', 'revoked')),
    masjidChangeRoute(assignmentCalls.removeKhateeb, removeKhateeb, ['khateeb_removed']),
    transactionRoute(assignmentCalls.withdrawKhateeb, withdrawKhateeb),
    transactionRoute(assignmentCalls.reconfirmKhateeb, reconfirmKhateeb),
    signedInRoute(contract.notifyMasjid, async ({ caller, database }, { slotId, date, time }) => {
      const slot = typeof slotId === 'string' ? { slotId } : { date, time }
      if (!(await isConfirmed(database.db, caller.uid, slot))) throw new Failure('not_found')
      return { notified: true }
    }),
  ]
}

/** Counts each invite of the call for the rate limit. The call itself was already counted as one. */
function inviteKhateebsRoute(limits: ProposalLimits): Route {
  return signedInRoute(contract.inviteKhateebs, (context, input) =>
    limits.countMoreProposals(context.caller, input.khateebUids.length * input.slots.length - 1, () =>
      runMasjidChange(context, input, inviteKhateebs, ['invite_sent']),
    ),
  )
}

/** Counts each request of the call for the rate limit. The call itself was already counted as one. */
function requestSlotsRoute(limits: ProposalLimits): Route {
  return signedInRoute(contract.requestSlots, ({ caller, transact }, input) =>
    limits.countMoreProposals(caller, input.slots.length - 1, () =>
      transact((tx) => requestSlots(tx, input, caller)),
    ),
  )
}

/** The input of a decision. `requesterId` is the khateeb, in calls by which a masjid decides a request. */
type DecisionInput = SeenSlot & { readonly requestId?: string | null | undefined } & (
    | { readonly khateebUid: string }
    | { readonly requesterId: string }
  )

function decisionHandler(direction: Direction, to: Decision) {
  return (tx: Tx, { requestId = null, seenStart, ...input }: DecisionInput, caller: Caller) => {
    const khateebUid = 'requesterId' in input ? input.requesterId : input.khateebUid
    return decideProposal(tx, { direction, to, slot: input, khateebUid, requestId, seenStart }, caller)
  }
}
