import * as contract from '../../contract/calendar.ts'
import { type Route, signedInRoute, transactionRoute } from '../http/route.ts'
import { calendarAddress, deleteCalendarAddress, makeCalendarAddress } from './calendar-addresses.ts'

export function calendarRoutes(): Route[] {
  return [
    signedInRoute(contract.getCalendarAddress, ({ caller, database }) =>
      calendarAddress(database.reader, caller),
    ),
    transactionRoute(contract.makeCalendarAddress, makeCalendarAddress),
    transactionRoute(contract.deleteCalendarAddress, deleteCalendarAddress),
  ]
}
