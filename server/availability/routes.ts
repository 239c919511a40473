import * as contract from '../../contract/availability.ts'
import { type Route, signedInRoute } from '../http/route.ts'
import type { ZipTable } from '../places/zip-table.ts'
import { ownAvailability } from './own-availability.ts'
import { updateAvailability } from './update-availability.ts'

export function availabilityRoutes(zips: ZipTable): Route[] {
  return [
    signedInRoute(contract.getAvailability, ({ database }, { uid }) =>
      ownAvailability(database.db, zips, uid),
    ),
    signedInRoute(
      contract.updateAvailability,
      async ({ caller, transact, database }, { uid, ...changes }) => {
        await transact((tx) => updateAvailability(tx, zips, caller, changes))
        return ownAvailability(database.db, zips, uid)
      },
    ),
  ]
}
