import * as contract from '../../contract/calendar.ts'
import type { Config } from '../config.ts'
import { type Route, signedInRoute, transactionRoute } from '../http/route.ts'
import {
  creationTimeOfCalendarAddress,
  deleteCalendarAddress,
  makeCalendarAddress,
} from './calendar-addresses.ts'
import { calendarEvent } from './calendar-event.ts'

export function calendarRoutes({ publicUrl }: Pick<Config, 'publicUrl'>): Route[] {
  return [
    signedInRoute(contract.getCalendarAddress, ({ caller, database }) =>
      creationTimeOfCalendarAddress(database.db, caller),
    ),
    signedInRoute(contract.getCalendarEvent, ({ caller, database }, input) =>
      calendarEvent(database.db, caller, input, publicUrl),
    ),
    transactionRoute(contract.makeCalendarAddress, makeCalendarAddress),
    transactionRoute(contract.deleteCalendarAddress, deleteCalendarAddress),
  ]
}
