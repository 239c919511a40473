import * as contract from '../../contract/schedule.ts'
import { type Route, signedInRoute, transactionRoute } from '../http/route.ts'
import { changePublicName, ownSchedule, publishSchedule, unpublishSchedule } from './publish-schedule.ts'

export function scheduleRoutes(): Route[] {
  return [
    signedInRoute(contract.getSchedule, ({ caller, database }) => ownSchedule(database.db, caller)),
    transactionRoute(contract.publishSchedule, publishSchedule),
    transactionRoute(contract.unpublishSchedule, unpublishSchedule),
    transactionRoute(contract.changePublicName, changePublicName),
  ]
}
