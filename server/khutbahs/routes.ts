import * as contract from '../../contract/khutbahs.ts'
import { type Route, signedInRoute, transactionRoute } from '../http/route.ts'
import { masjidChangeRoute } from '../proposals/earlier-act.ts'
import { isConfirmed } from '../proposals/is-confirmed.ts'
import { addKhutbah } from './add-khutbah.ts'
import { confirmedKhutbahs } from './confirmed-khutbahs.ts'
import { pastKhutbahs } from './past-khutbahs.ts'
import { removeSlot } from './remove-slots.ts'

export function khutbahRoutes(): Route[] {
  return [
    transactionRoute(contract.addKhutbah, addKhutbah),
    masjidChangeRoute(contract.removeSlot, removeSlot, ['slot_removed']),
    signedInRoute(contract.getMyKhutbahs, ({ database }, input) => confirmedKhutbahs(database.reader, input)),
    signedInRoute(contract.getPastKhutbahs, pastKhutbahs),
    signedInRoute(contract.checkKhateebAssignment, async ({ database }, input) => {
      const query = { masjidUid: input.masjidUid, date: input.khutbahDate }
      return { isAssigned: await isConfirmed(database.reader, input.khateebId, query) }
    }),
  ]
}
