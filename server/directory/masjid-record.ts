import { sql } from 'kysely'
import type { getMasjid } from '../../contract/directory.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import type { Reader } from '../database/database.ts'
import { upcomingKhutbahs } from '../khutbahs/own-khutbahs.ts'
import { pendingOfMasjid } from '../proposals/pending.ts'

/** A masjid's own record, with its upcoming khutbahs and its pending requests and invites. */
export async function masjidRecord(reader: Reader, uid: string): Promise<OutputOf<typeof getMasjid>> {
  const [record, khutbahs, lists] = await Promise.all([
    reader
      .selectFrom('masjids as m')
      .innerJoin('accounts as a', 'a.uid', 'm.uid')
      .where('m.uid', '=', uid)
      .select([
        'm.uid',
        'm.role',
        'm.masjid_name as masjidName',
        'm.masjid_address as masjidAddress',
        'a.email',
        sql<boolean>`a.email_verified_at is not null`.as('emailVerified'),
        'm.phone',
        'm.website',
        'm.time_zone as timeZone',
        'm.zip_code as zipCode',
        'm.city',
        'm.state_code as stateCode',
        'm.latitude',
        'm.longitude',
        'a.paid',
        'a.free_trial as freeTrial',
        'a.verified',
      ])
      .executeTakeFirstOrThrow(),
    upcomingKhutbahs(reader, uid),
    pendingOfMasjid(reader, uid),
  ])
  return { ...record, khutbahs, ...lists }
}
