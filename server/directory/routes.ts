import {
  getArchivedKhutbahs,
  getKhateebDetails,
  getKhateebs,
  getMasjid,
  getMasjidDetails,
  getMasjids,
  getUser,
  updateMasjid,
  updateUser,
} from '../../contract/directory.ts'
import { publicRoute, type Route, signedInRoute } from '../http/route.ts'
import { archivedKhutbahs } from '../khutbahs/masjid-khutbahs.ts'
import type { ZipTable } from '../places/zip-table.ts'
import { khateebDetails } from './khateeb-details.ts'
import { khateebRecord } from './khateeb-record.ts'
import { khateebSearch, listPage, masjidSearch } from './masjid-and-khateeb-lists.ts'
import { masjidDetails } from './masjid-details.ts'
import { masjidRecord } from './masjid-record.ts'
import { updateKhateebProfile, updateMasjidProfile } from './update-profile.ts'

export function directoryRoutes({ zips }: { readonly zips: ZipTable }): Route[] {
  return [
    signedInRoute(getMasjids, (context, input) => listPage(context, masjidSearch, input)),
    signedInRoute(getKhateebs, (context, input) => listPage(context, khateebSearch, input)),
    publicRoute(getMasjidDetails, masjidDetails),
    signedInRoute(getKhateebDetails, khateebDetails),
    signedInRoute(getUser, ({ database }, input) => khateebRecord(database, input)),
    signedInRoute(updateUser, async ({ transact, database }, { uid, ...changes }) => {
      await transact(async (tx) => {
        await updateKhateebProfile(tx, zips, uid, changes)
        return {}
      })
      return khateebRecord(database, { uid })
    }),
    signedInRoute(getMasjid, ({ database }, input) => masjidRecord(database, zips, input)),
    signedInRoute(updateMasjid, async ({ transact, database }, { uid, ...changes }) => {
      await transact(async (tx) => {
        await updateMasjidProfile(tx, zips, uid, changes)
        return {}
      })
      return masjidRecord(database, zips, { uid })
    }),
    signedInRoute(getArchivedKhutbahs, archivedKhutbahs),
  ]
}
