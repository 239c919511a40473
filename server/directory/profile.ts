import type { updateMasjid, updateUser } from '../../contract/directory.ts'
import type { InputOf } from '../../contract/endpoint.ts'
import { isTimeZone } from '../../domain/khutbahs/wall-clock.ts'
import { record } from '../audit/record.ts'
import type { Tx } from '../database/database.ts'
import { invalid } from '../http/failure.ts'
import { moveToZone } from '../khutbahs/move-to-zone.ts'
import { placeColumns } from '../places/place-columns.ts'
import type { Place, ZipTable } from '../places/zip-table.ts'

type KhateebChanges = Omit<InputOf<typeof updateUser>, 'uid'>
type MasjidChanges = Omit<InputOf<typeof updateMasjid>, 'uid'>

/** Changes what is given of a khateeb's profile; a new ZIP moves him. */
export async function changeKhateeb(
  tx: Tx,
  zips: ZipTable,
  uid: string,
  changes: KhateebChanges,
): Promise<void> {
  // Kysely leaves out what is undefined.
  const set = {
    first_name: changes.firstName,
    last_name: changes.lastName,
    bio: changes.bio,
    expertise: changes.expertise,
    phone: changes.phone,
    ...(changes.zipCode === undefined ? {} : placeColumns(findPlace(zips, changes.zipCode))),
  }
  if (Object.values(set).every((it) => it === undefined)) return
  await tx.updateTable('khateebs').set(set).where('uid', '=', uid).execute()
  await record(tx, { role: 'khateeb', uid }, [{ event: 'profile_changed', khateebUid: uid }])
}

/**
 * Changes what is given of a masjid's profile. A new ZIP brings its time zone, unless one is given; where the zone
 * changes, the slots to come keep their wall-clock times and so move.
 */
export async function changeMasjid(
  tx: Tx,
  zips: ZipTable,
  uid: string,
  changes: MasjidChanges,
): Promise<void> {
  const before = await tx
    .selectFrom('masjids')
    .where('uid', '=', uid)
    .select(['time_zone as timeZone', 'zip_code as zipCode'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const { zipCode = before.zipCode } = changes
  const place = zipCode === before.zipCode ? undefined : findPlace(zips, zipCode)
  const timeZone = changes.timeZone ?? place?.timeZone
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    throw invalid('timeZone', 'There is no such time zone. One looks like America/Detroit.')
  }
  const set = {
    masjid_name: changes.masjidName,
    masjid_address: changes.masjidAddress,
    phone: changes.phone,
    website: changes.website,
    time_zone: timeZone,
    ...(place === undefined ? {} : placeColumns(place)),
  }
  if (Object.values(set).every((it) => it === undefined)) return
  await tx.updateTable('masjids').set(set).where('uid', '=', uid).execute()
  await record(tx, { role: 'masjid', uid }, [{ event: 'profile_changed', masjidUid: uid }])
  if (timeZone !== undefined && timeZone !== before.timeZone) await moveToZone(tx, uid, timeZone)
}

function findPlace(zips: ZipTable, zip: string): Place {
  const place = zips.find(zip)
  if (place === undefined) throw invalid('zipCode', 'Please use a valid US address')
  return place
}
