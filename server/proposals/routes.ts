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
import { Failure } from '../http/failure.ts'
import { type Route, signedInRoute } from '../http/route.ts'
import { block, unblock } from './block.ts'
import { blockedAccounts } from './blocked-accounts.ts'
import { decide } from './decide.ts'
import { removeKhateeb, withdrawKhateeb } from './end-assignment.ts'
import { isConfirmed } from './is-confirmed.ts'
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
    signedInRoute(acceptInvite, ({ transact }, { khateebUid, requestId = null, ...slot }) =>
      transact((tx) => decide(tx, { direction: 'invite', to: 'accepted', slot, khateebUid, requestId })),
    ),
    signedInRoute(rejectInvite, ({ transact }, { khateebUid, requestId = null, ...slot }) =>
      transact((tx) => decide(tx, { direction: 'invite', to: 'rejected', slot, khateebUid, requestId })),
    ),
    signedInRoute(revokeInvite, ({ transact }, { khateebUid, requestId = null, ...slot }) =>
      transact((tx) => decide(tx, { direction: 'invite', to: 'revoked', slot, khateebUid, requestId })),
    ),
    signedInRoute(approveRequest, ({ transact }, { requesterId: khateebUid, requestId = null, ...slot }) =>
      transact((tx) => decide(tx, { direction: 'request', to: 'accepted', slot, khateebUid, requestId })),
    ),
    signedInRoute(rejectRequest, ({ transact }, { requesterId: khateebUid, requestId = null, ...slot }) =>
      transact((tx) => decide(tx, { direction: 'request', to: 'rejected', slot, khateebUid, requestId })),
    ),
    signedInRoute(revokeSentRequest, ({ transact }, { khateebUid, requestId = null, ...slot }) =>
      transact((tx) => decide(tx, { direction: 'request', to: 'revoked', slot, khateebUid, requestId })),
    ),
    signedInRoute(removeKhateebCall, ({ transact }, { assignmentId = null, ...slot }) =>
      transact((tx) => removeKhateeb(tx, slot, assignmentId)),
    ),
    signedInRoute(withdrawKhateebCall, ({ transact }, { khateebUid, assignmentId = null, reason, ...slot }) =>
      transact((tx) => withdrawKhateeb(tx, { slot, khateebUid, assignmentId, reason })),
    ),
    signedInRoute(notifyMasjid, async ({ caller, database }, { date, time }) => {
      if (!(await isConfirmed(database.reader, { khateebUid: caller.uid, date, time })))
        throw new Failure('not_found')
      return { notified: true }
    }),
  ]
}
