import {
  addKhutbah as addKhutbahCall,
  checkKhateebAssignment,
  getMyKhutbahs,
  removeSlot as removeSlotCall,
} from '../../contract/khutbahs.ts'
import { type Route, signedIn } from '../http/route.ts'
import { isConfirmed } from '../proposals/is-confirmed.ts'
import { addKhutbah } from './add-khutbah.ts'
import { confirmedKhutbahs } from './confirmed-khutbahs.ts'
import { removeSlot } from './remove-slot.ts'

export function khutbahRoutes(): Route[] {
  return [
    signedIn(addKhutbahCall, ({ transact }, { masjidUid, date, times }) =>
      transact((tx) =>
        addKhutbah(
          tx,
          masjidUid,
          date,
          times.map((it) => it.time),
        ),
      ),
    ),
    signedIn(removeSlotCall, ({ transact }, slot) => transact((tx) => removeSlot(tx, slot))),
    signedIn(getMyKhutbahs, ({ database }, asked) => confirmedKhutbahs(database.reader, asked)),
    signedIn(checkKhateebAssignment, async ({ database }, { masjidUid, khateebId, khutbahDate }) => {
      const asked = { masjidUid, khateebUid: khateebId, date: khutbahDate }
      return { isAssigned: await isConfirmed(database.reader, asked) }
    }),
  ]
}
