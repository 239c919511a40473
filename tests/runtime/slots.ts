import { sql } from 'kysely'
import { getMasjid } from '../../contract/directory.ts'
import { addKhutbah } from '../../contract/khutbahs.ts'
import { approveRequest, requestKhateeb, requestToLead } from '../../contract/proposals.ts'
import type { Database } from '../../server/database/database.ts'
import type { Person } from './people.ts'

/** A slot by its name on the wire. */
export interface Slot {
  readonly masjidUid: string
  readonly khutbahDate: string
  readonly khutbahTime: string
}

/** A Friday that is still to come whenever the tests run. */
export const friday = '2099-12-04'

/** The masjid posts a slot, and gives its name. */
export async function post(masjid: Person, khutbahTime = '13:00', khutbahDate = friday): Promise<Slot> {
  await masjid.client.call(addKhutbah, { masjidUid: 'me', date: khutbahDate, times: [khutbahTime] })
  return { masjidUid: masjid.uid, khutbahDate, khutbahTime }
}

/** A khateeb requests a slot. */
export function asks(khateeb: Person, slot: Slot) {
  return khateeb.client.call(requestToLead, { khateebId: 'me', ...slot })
}

/** A masjid invites a khateeb to its slot. */
export function invites(masjid: Person, khateeb: Person, slot: Slot) {
  return masjid.client.call(requestKhateeb, { khateebUid: khateeb.uid, ...slot })
}

/** A masjid approves the request of a khateeb for its slot. */
export function approves(masjid: Person, khateeb: Person, slot: Slot) {
  return masjid.client.call(approveRequest, { requesterId: khateeb.uid, ...slot })
}

/** A slot as its masjid sees it: who is confirmed, and by which assignment. */
export async function seen(masjid: Person, slot: Slot) {
  const { khutbahs } = await masjid.client.call(getMasjid, { uid: 'me' })
  const khutbah = khutbahs.find((it) => it.date === slot.khutbahDate)
  const found = khutbah?.times.find((it) => it.time.time === slot.khutbahTime)
  if (found === undefined) throw new Error(`${slot.khutbahDate} ${slot.khutbahTime} isn't posted`)
  return found
}

/** The letters queued so far about what people did, as `kind to address`, in order of their making. */
export async function lettersIn({ reader }: Database): Promise<string[]> {
  const rows = await reader
    .selectFrom('letters')
    .where('kind', '!=', 'welcome')
    .orderBy('created_at')
    .orderBy('id')
    .select(sql<string>`kind || ' to ' || recipient`.as('letter'))
    .execute()
  return rows.map((it) => it.letter)
}
