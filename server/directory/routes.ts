import * as contract from '../../contract/directory.ts'
import * as ownRecordCalls from '../../contract/own-records.ts'
import { judgeCardsForSlots } from '../availability/slot-availability.ts'
import { defaultPageSize } from '../http/pagination.ts'
import { publicRoute, type Route, signedInRoute } from '../http/route.ts'
import { archivedKhutbahs } from '../khutbahs/masjid-khutbahs.ts'
import type { ZipTable } from '../places/zip-table.ts'
import { searchDirectory } from './directory-search.ts'
import { khateebDetails } from './khateeb-details.ts'
import { khateebRecord } from './khateeb-record.ts'
import { khateebsForSlot } from './khateebs-for-slot.ts'
import { listMasjids } from './list-masjids.ts'
import { khateebSearch } from './masjid-and-khateeb-lists.ts'
import { masjidDetails } from './masjid-details.ts'
import { masjidRecord } from './masjid-record.ts'
import { openSlots } from './open-slots.ts'
import { updateKhateebProfile, updateMasjidProfile } from './update-profile.ts'

export function directoryRoutes({ zips }: { readonly zips: ZipTable }): Route[] {
  return [
    signedInRoute(contract.getMasjids, listMasjids),
    signedInRoute(contract.getKhateebs, async (context, { slotIds, ...query }) => {
      if (slotIds === undefined) return searchDirectory(context, khateebSearch, query)
      const { limit = defaultPageSize } = query
      const khateebs = await searchDirectory(context, khateebSearch, { ...query, limit })
      return judgeCardsForSlots(context, slotIds, khateebs)
    }),
    signedInRoute(contract.getKhateebsForSlot, khateebsForSlot),
    publicRoute(contract.getMasjidDetails, masjidDetails),
    signedInRoute(contract.getKhateebDetails, khateebDetails),
    signedInRoute(ownRecordCalls.getUser, ({ database }, input) => khateebRecord(database, zips, input)),
    signedInRoute(ownRecordCalls.updateUser, async ({ caller, transact, database }, { uid, ...changes }) => {
      await transact((tx) => updateKhateebProfile(tx, zips, caller, changes))
      return khateebRecord(database, zips, { uid })
    }),
    signedInRoute(ownRecordCalls.getMasjid, ({ database }, input) => masjidRecord(database, zips, input)),
    signedInRoute(
      ownRecordCalls.updateMasjid,
      async ({ caller, transact, database }, { uid, ...changes }) => {
        await transact((tx) => updateMasjidProfile(tx, zips, caller, changes))
        return masjidRecord(database, zips, { uid })
      },
    ),
    signedInRoute(ownRecordCalls.getArchivedKhutbahs, archivedKhutbahs),
    signedInRoute(contract.getOpenSlots, openSlots),
  ]
}
