import { sql } from 'kysely'
import type { getKhateebs, getMasjids } from '../../contract/directory.ts'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { SignedInContext } from '../http/route.ts'
import { type Listing, list, createDirectorySearch } from './directory-search.ts'

type MasjidCard = OutputOf<typeof getMasjids>[number]
type KhateebCard = OutputOf<typeof getKhateebs>[number]

/** How masjids are listed. */
export const masjids = createDirectorySearch<Pick<MasjidCard, 'masjidName'>, MasjidCard>({
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

const khateebs = createDirectorySearch<Pick<KhateebCard, 'firstName' | 'lastName'>, KhateebCard>({
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

type Asked = InputOf<typeof getMasjids>

/** Masjids by nearness or by name, as asked; sets the cursor of the next page. */
export async function listMasjids(context: SignedInContext, asked: Asked): Promise<OutputOf<typeof getMasjids>> {
  return answer(context, masjids, asked)
}

/** Khateebs by nearness or by name, as asked; sets the cursor of the next page. */
export async function listKhateebs(context: SignedInContext, asked: Asked): Promise<OutputOf<typeof getKhateebs>> {
  return answer(context, khateebs, asked)
}

async function answer<Names, Card>(
  context: SignedInContext,
  listing: Listing<Names, Card>,
  { near, ...asked }: Asked,
) {
  const { database, caller } = context
  const { cards, nextCursor } = await list(database, listing, {
    ...asked,
    near: near === 'me' ? { uid: caller.uid } : near,
  })
  if (nextCursor !== null) context.nextCursor(nextCursor)
  return cards
}
