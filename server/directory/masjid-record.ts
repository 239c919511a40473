import type * as z from 'zod/mini'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { getMasjid } from '../../contract/own-records.ts'
import type { masjidProfile as profileShape } from '../../contract/profile-schemas.ts'
import type { Database, Queryable } from '../database/database.ts'
import { currentKhutbahs } from '../khutbahs/masjid-khutbahs.ts'
import type { ZipTable } from '../places/zip-table.ts'
import { pendingProposalsOfMasjid } from '../proposals/pending-proposals.ts'
import { contactOf } from '../sql-fragments/contact-of.ts'
import { profileColumns } from './profile-columns.ts'

/**
 * Returns a masjid's own record with its khutbahs under way and upcoming, and its pending requests and invites. `requests` and
 * `sentInvites` limit the numbers of proposals; without a limit, the record has all proposals.
 */
export async function masjidRecord(
  database: Database,
  zips: ZipTable,
  { uid, ...limits }: InputOf<typeof getMasjid>,
): Promise<OutputOf<typeof getMasjid>> {
  const [profile, current, lists] = await Promise.all([
    masjidProfile(database.db, uid),
    currentKhutbahs(database.db, uid),
    pendingProposalsOfMasjid(database, uid, limits),
  ])
  return { timeZones: [...zips.zonesOf(profile.stateCode)], ...profile, ...current, ...lists }
}

/** Returns a masjid's record without khutbahs and pending proposals. */
export function masjidProfile(reader: Queryable, uid: string): Promise<z.infer<typeof profileShape>> {
  return reader
    .selectFrom('masjids as m')
    .innerJoin('parties as party', 'party.uid', 'm.uid')
    .innerJoinLateral(contactOf('m').as('contact'), (join) => join.onTrue())
    .where('m.uid', '=', uid)
    .select([
      ...profileColumns('m', 'party', 'contact'),
      'm.masjid_name as masjidName',
      'm.masjid_address as masjidAddress',
    ])
    .select(['m.website', 'm.time_zone as timeZone'])
    .executeTakeFirstOrThrow()
}
