import * as contract from '../../contract/our-khateebs.ts'
import { type Route, signedInRoute, transactionRoute } from '../http/route.ts'
import { askForApproval } from './ask-for-approval.ts'
import { changeApprovedOnly, markKhateeb } from './mark-khateeb.ts'
import { ourKhateebs } from './our-khateebs.ts'

export function approvalRoutes(): Route[] {
  return [
    signedInRoute(contract.getOurKhateebs, ourKhateebs),
    transactionRoute(contract.markKhateeb, markKhateeb),
    transactionRoute(contract.askForApproval, askForApproval),
    transactionRoute(contract.changeApprovedOnly, changeApprovedOnly),
  ]
}
