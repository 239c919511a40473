import * as contract from '../../contract/our-khateebs.ts'
import { type ProposalLimits, type Route, signedInRoute, transactionRoute } from '../http/route.ts'
import { askForApproval } from './ask-for-approval.ts'
import { changeApprovedOnly, markKhateeb } from './mark-khateeb.ts'
import { ourKhateebs } from './our-khateebs.ts'

export function approvalRoutes(limits: ProposalLimits): Route[] {
  return [
    signedInRoute(contract.getOurKhateebs, ourKhateebs),
    markKhateebRoute(limits),
    transactionRoute(contract.askForApproval, askForApproval),
    transactionRoute(contract.changeApprovedOnly, changeApprovedOnly),
  ]
}

/**
 * Counts an approval against the rate limit of proposals, because the khateeb may get a letter about it. Other changes are private to the
 * masjid.
 */
function markKhateebRoute(limits: ProposalLimits): Route {
  return signedInRoute(contract.markKhateeb, ({ caller, transact }, input) =>
    limits.countMoreProposals(caller, input.mark === 'approved' ? 1 : 0, () =>
      transact((tx) => markKhateeb(tx, input, caller)),
    ),
  )
}
