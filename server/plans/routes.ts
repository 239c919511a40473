import * as contract from '../../contract/plans.ts'
import { type Route, signedInRoute, transactionRoute } from '../http/route.ts'
import { getPlan, previewPlan } from './preview-plan.ts'
import { savePlan, stopPlan } from './save-plan.ts'

export function planRoutes(): Route[] {
  return [
    signedInRoute(contract.getPlan, getPlan),
    signedInRoute(contract.previewPlan, previewPlan),
    transactionRoute(contract.savePlan, (tx, sent, caller) => savePlan(tx, sent, caller)),
    transactionRoute(contract.stopPlan, (tx, _input, caller) => stopPlan(tx, caller)),
  ]
}
