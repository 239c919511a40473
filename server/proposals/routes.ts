import {
  acceptInvite,
  approveRequest,
  blockAccount,
  getBlockedAccounts,
  notifyMasjid,
  rejectInvite,
  rejectRequest,
  removeKhateeb as removeKhateebCall,
  requestKhateeb,
  requestToLead,
  revokeInvite,
  revokeSentRequest,
  unblockAccount,
  withdrawKhateeb as withdrawKhateebCall,
} from '../../contract/proposals.ts'
import type { Decision, Direction } from '../../domain/proposals/proposal.ts'
import { Failure } from '../http/failure.ts'
import { type Route, type SignedInContext, signedInRoute } from '../http/route.ts'
import { block, unblock } from './block.ts'
import { blockedAccounts } from './blocked-accounts.ts'
import { decide } from './decide.ts'
import { removeKhateeb, withdrawKhateeb } from './end-assignment.ts'
import { isConfirmed } from './is-confirmed.ts'
import type { SlotReference } from './lock-and-load.ts'
import { propose } from './propose.ts'

export function proposalRoutes(): Route[] {
  return [
    signedInRoute(blockAccount, ({ caller, transact }, pair) => transact((tx) => block(tx, caller, pair))),
    signedInRoute(unblockAccount, ({ caller, transact }, pair) =>
      transact((tx) => unblock(tx, caller, pair)),
    ),
    signedInRoute(getBlockedAccounts, blockedAccounts),
    signedInRoute(requestKhateeb, ({ transact }, { khateebUid, ...slot }) =>
      transact((tx) => propose(tx, 'invite', slot, khateebUid)),
    ),
    signedInRoute(requestToLead, ({ transact }, { khateebId, ...slot }) =>
      transact((tx) => propose(tx, 'request', slot, khateebId)),
    ),
    signedInRoute(acceptInvite, decision('invite', 'accepted')),
    signedInRoute(rejectInvite, decision('invite', 'rejected')),
    signedInRoute(revokeInvite, decision('invite', 'revoked')),
    signedInRoute(approveRequest, decision('request', 'accepted')),
    signedInRoute(rejectRequest, decision('request', 'rejected')),
    signedInRoute(revokeSentRequest, decision('request', 'revoked')),
    signedInRoute(removeKhateebCall, ({ transact }, { assignmentId = null, ...slot }) =>
      transact((tx) => removeKhateeb(tx, slot, assignmentId)),
    ),
    signedInRoute(withdrawKhateebCall, ({ transact }, { khateebUid, assignmentId = null, reason, ...slot }) =>
      transact((tx) => withdrawKhateeb(tx, slot, khateebUid, { expectedId: assignmentId, reason })),
    ),
    signedInRoute(notifyMasjid, async ({ caller, database }, { date, time }) => {
      if (!(await isConfirmed(database.reader, { khateebUid: caller.uid, date, time })))
        throw new Failure('not_found')
      return { notified: true }
    }),
  ]
}

/** The contract names the khateeb of a request that a masjid decides `requesterId`. */
type DecisionInput = SlotReference & { readonly requestId?: string | null | undefined } & (
    | { readonly khateebUid: string }
    | { readonly requesterId: string }
  )

function decision(direction: Direction, to: Decision) {
  return ({ transact }: SignedInContext, { requestId = null, ...input }: DecisionInput) => {
    const khateebUid = 'requesterId' in input ? input.requesterId : input.khateebUid
    return transact((tx) => decide(tx, { direction, to, slot: input, khateebUid, requestId }))
  }
}
