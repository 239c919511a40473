import { sql } from 'kysely'
import type { getKhateebs, getMasjids } from '../../contract/directory.ts'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { SignedInContext } from '../http/route.ts'
import { createDirectorySearch, type DirectorySearch, searchDirectory } from './directory-search.ts'

type MasjidCard = OutputOf<typeof getMasjids>[number]
type KhateebCard = OutputOf<typeof getKhateebs>[number]

export const masjidSearch = createDirectorySearch<Pick<MasjidCard, 'masjidName'>, MasjidCard>({
  table: 'masjids',
  names: sql`t.masjid_name as "masjidName"`,
  orderName: sql`lower(t.masjid_name)`,
  cardOf: (row, distance) => ({
    uid: row.uid,
    masjidName: row.masjidName,
    city: row.city,
    stateCode: row.stateCode,
    latitude: row.latitude,
    longitude: row.longitude,
    verified: row.verified,
    distance,
  }),
})

export const khateebSearch = createDirectorySearch<Pick<KhateebCard, 'firstName' | 'lastName'>, KhateebCard>({
  table: 'khateebs',
  names: sql`t.first_name as "firstName", t.last_name as "lastName"`,
  orderName: sql`lower(t.first_name || ' ' || t.last_name)`,
  cardOf: (row, distance) => ({
    uid: row.uid,
    firstName: row.firstName,
    lastName: row.lastName,
    city: row.city,
    stateCode: row.stateCode,
    latitude: row.latitude,
    longitude: row.longitude,
    verified: row.verified,
    distance,
  }),
})

/** A page of masjids or khateebs, ordered by distance or by name. Sets the cursor of the next page. */
export async function listPage<Names, Card>(
  context: SignedInContext,
  search: DirectorySearch<Names, Card>,
  { near, ...input }: InputOf<typeof getMasjids>,
): Promise<Card[]> {
  const { database, caller } = context
  const { cards, nextCursor } = await searchDirectory(database, search, {
    ...input,
    near: near === 'me' ? { uid: caller.uid } : near,
  })
  if (nextCursor !== null) context.nextCursor(nextCursor)
  return cards
}
