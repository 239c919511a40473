import { sql } from 'kysely'
import type { getKhateebs, getMasjids } from '../../contract/directory.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { openSlotsAt } from './is-open-to.ts'
import { createDirectorySearch } from './search-statements.ts'

type MasjidCard = OutputOf<typeof getMasjids>[number]
type KhateebCard = OutputOf<typeof getKhateebs>[number]

export const masjidSearch = createDirectorySearch<Pick<MasjidCard, 'masjidName'>, MasjidCard>({
  table: 'masjids',
  names: { masjidName: 'masjid_name' },
  filter: (param) => sql<boolean>`(
    not ${param('onlyOpen')}::boolean
    or exists (select ${openSlotsAt(sql`t.uid`, param('viewer'), param('openOn'))} offset 0))`,
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
})

export const khateebSearch = createDirectorySearch<Pick<KhateebCard, 'firstName' | 'lastName'>, KhateebCard>({
  table: 'khateebs',
  names: { firstName: 'first_name', lastName: 'last_name' },
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
