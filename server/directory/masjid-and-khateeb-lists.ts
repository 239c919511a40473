import type { getKhateebs, getMasjids } from '../../contract/directory.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { createDirectorySearch } from './search-statements.ts'

type MasjidCard = OutputOf<typeof getMasjids>[number]
type KhateebCard = OutputOf<typeof getKhateebs>[number]

export const masjidSearch = createDirectorySearch<Pick<MasjidCard, 'masjidName'>, MasjidCard>({
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
