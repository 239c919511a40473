import { getSlotHistory } from '../../contract/audit.ts'
import { type Route, signedInRoute } from '../http/route.ts'
import { slotHistory } from './slot-history.ts'

export function auditRoutes(): Route[] {
  return [signedInRoute(getSlotHistory, (context, input) => slotHistory(context, input))]
}
