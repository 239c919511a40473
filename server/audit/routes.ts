import { getSlotHistory } from '../../contract/audit.ts'
import { type Route, signedIn } from '../http/route.ts'
import { slotHistory } from './slot-history.ts'

export function auditRoutes(): Route[] {
  return [signedIn(getSlotHistory, (context, asked) => slotHistory(context, asked))]
}
