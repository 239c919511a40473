import type { InputOf } from '../../contract/endpoint.ts'
import type { addMasjid, becomeKhateeb } from '../../contract/identity.ts'
import type { Tx } from '../database/database.ts'
import { placeColumns } from '../places/place-columns.ts'
import type { Place } from '../places/zip-table.ts'

/** Creates the profile of a new khateeb. */
export async function insertKhateeb(
  tx: Tx,
  uid: string,
  { firstName, lastName, phone }: InputOf<typeof becomeKhateeb>,
  place: Place,
): Promise<void> {
  const profile = { uid, first_name: firstName, last_name: lastName, phone, ...placeColumns(place) }
  await tx.insertInto('khateebs').values(profile).execute()
}

/** Creates the profile of a new masjid, with the time zone of its ZIP. */
export async function insertMasjid(
  tx: Tx,
  uid: string,
  { masjidName, masjidAddress, phone, website }: InputOf<typeof addMasjid>,
  place: Place,
): Promise<void> {
  const names = { masjid_name: masjidName, masjid_address: masjidAddress }
  const profile = { uid, ...names, phone, website, time_zone: place.timeZone, ...placeColumns(place) }
  await tx.insertInto('masjids').values(profile).execute()
}
