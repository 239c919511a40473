import {
  addKhutbah as addKhutbahCall,
  checkKhateebAssignment,
  getMyKhutbahs,
  removeSlot as removeSlotCall,
} from '../../contract/khutbahs.ts'
import { type Route, signedInRoute } from '../http/route.ts'
import { isConfirmed } from '../proposals/is-confirmed.ts'
import { addKhutbah } from './add-khutbah.ts'
import { confirmedKhutbahs } from './confirmed-khutbahs.ts'
import { removeSlot } from './remove-slots.ts'

export function khutbahRoutes(): Route[] {
  return [
    signedInRoute(addKhutbahCall, ({ transact }, { masjidUid, date, times }) =>
      transact((tx) =>
        addKhutbah(
          tx,
          masjidUid,
          date,
          times.map((it) => it.time),
        ),
      ),
    ),
    signedInRoute(removeSlotCall, ({ transact }, slot) => transact((tx) => removeSlot(tx, slot))),
    signedInRoute(getMyKhutbahs, ({ database }, input) => confirmedKhutbahs(database.reader, input)),
    signedInRoute(checkKhateebAssignment, async ({ database }, { masjidUid, khateebId, khutbahDate }) => {
      const query = { masjidUid, khateebUid: khateebId, date: khutbahDate }
      return { isAssigned: await isConfirmed(database.reader, query) }
    }),
  ]
}
