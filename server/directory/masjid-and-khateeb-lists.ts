import { sql } from 'kysely'
import type { getKhateebs, getMasjids } from '../../contract/directory.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { isNotMarkedUnwanted } from '../sql-fragments/khateeb-marks.ts'
import { openSlotsAt } from './is-open-to.ts'
import { createDirectorySearch, type DirectorySearchConfig } from './search-statements.ts'

type MasjidCard = OutputOf<typeof getMasjids>[number]
type KhateebCard = OutputOf<typeof getKhateebs>[number]

const masjidSearchConfig: DirectorySearchConfig<Pick<MasjidCard, 'masjidName'>, MasjidCard> = {
  table: 'masjids',
  names: { masjidName: 'masjid_name' },
  cardOf: (row, { distance, isSuggestion }) => ({
    uid: row.uid,
    masjidName: row.masjidName,
    city: row.city,
    stateCode: row.stateCode,
    latitude: row.latitude,
    longitude: row.longitude,
    verified: row.verified,
    distance,
    isSuggestion,
  }),
}

export const masjidSearch = createDirectorySearch(masjidSearchConfig)

/**
 * Finds only masjids with a slot that the caller may request. This search has separate statements, because even an unused condition would
 * slow down other searches.
 */
export const openMasjidSearch = createDirectorySearch({
  ...masjidSearchConfig,
  filter: (param) =>
    sql<boolean>`exists (select ${openSlotsAt(sql`t.uid`, param('viewer'), { date: param('openOn'), language: param('language') })} offset 0)`,
})

export const khateebSearch = createDirectorySearch<Pick<KhateebCard, 'firstName' | 'lastName'>, KhateebCard>({
  table: 'khateebs',
  names: { firstName: 'first_name', lastName: 'last_name' },
  filter: (param) => isNotMarkedUnwanted(sql`t.uid`, param('viewer')),
  cardOf: (row, { distance, isSuggestion }) => ({
    uid: row.uid,
    firstName: row.firstName,
    lastName: row.lastName,
    city: row.city,
    stateCode: row.stateCode,
    latitude: row.latitude,
    longitude: row.longitude,
    verified: row.verified,
    distance,
    isSuggestion,
  }),
})
