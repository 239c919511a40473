import { sql } from 'kysely'
import type { getKhateebs, getMasjids } from '../../contract/directory.ts'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { Point } from '../../domain/directory/distance.ts'
import type { SignedIn } from '../http/route.ts'
import { type Listing, list } from './listing.ts'
import { pointOf } from './point.ts'

/** How masjids are listed. */
export const masjids: Listing<{ masjidName: string }> = {
  table: 'masjids',
  names: sql`jsonb_build_object('masjidName', t.masjid_name)`,
  orderName: sql`lower(t.masjid_name)`,
}

const khateebs: Listing<{ firstName: string; lastName: string }> = {
  table: 'khateebs',
  names: sql`jsonb_build_object('firstName', t.first_name, 'lastName', t.last_name)`,
  orderName: sql`lower(t.first_name || ' ' || t.last_name)`,
}

type Asked = InputOf<typeof getMasjids>

/** Masjids by nearness or by name, as asked; sets the cursor of the next page. */
export async function masjidList(context: SignedIn, asked: Asked): Promise<OutputOf<typeof getMasjids>> {
  return answer(context, masjids, asked)
}

/** Khateebs by nearness or by name, as asked; sets the cursor of the next page. */
export async function khateebList(context: SignedIn, asked: Asked): Promise<OutputOf<typeof getKhateebs>> {
  return answer(context, khateebs, asked)
}

async function answer<Name>(context: SignedIn, listing: Listing<Name>, { near, ...asked }: Asked) {
  const { reader } = context.database
  const point: Point | undefined = near === 'me' ? await pointOf(reader, context.caller) : near
  const { cards, nextCursor } = await list(reader, listing, { ...asked, near: point })
  if (nextCursor !== null) context.nextCursor(nextCursor)
  return cards
}
