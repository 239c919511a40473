import { sql } from 'kysely'
import type { getMasjidDetails } from '../../contract/directory.ts'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { Reader } from '../database/database.ts'
import { type Given, statement } from '../database/statement.ts'
import type { Caller } from '../http/route.ts'
import { publicKhutbahs } from '../khutbahs/public-khutbahs.ts'
import { hasBlocked } from '../proposals/between.ts'

/** A masjid as anybody may see it with its upcoming khutbahs; its e-mail only for the signed in. */
export async function masjidDetails(
  reader: Reader,
  { masjidId, date, khutbahs: atMost }: InputOf<typeof getMasjidDetails>,
  caller: Caller | null,
): Promise<OutputOf<typeof getMasjidDetails> | undefined> {
  const viewer = caller?.role === 'khateeb' ? caller.uid : null
  const [[masjid], khutbahs] = await Promise.all([
    masjidWith(reader, { masjidUid: masjidId, viewer }),
    publicKhutbahs(reader, { masjidUid: masjidId, date, viewer }),
  ])
  if (masjid === undefined) return undefined
  const { email, ...open } = masjid
  const details = { ...open, khutbahs: khutbahs.slice(0, atMost), khutbahCount: khutbahs.length }
  return caller === null ? details : { ...details, email }
}

const masjidWith = statement((reader, given: Given<{ masjidUid: string; viewer: string | null }>) =>
  reader
    .selectFrom('masjids as m')
    .innerJoin('accounts as a', 'a.uid', 'm.uid')
    .where('m.uid', '=', given('masjidUid'))
    .where('m.hidden', '=', false)
    .select([
      'm.uid',
      'm.masjid_name as masjidName',
      'm.masjid_address as masjidAddress',
      'm.zip_code as zipCode',
      'm.city',
      'm.state_code as stateCode',
      'm.phone',
      'm.website',
      'm.time_zone as timeZone',
      'a.verified',
      'a.email',
      hasBlocked('khateeb', { masjidUid: sql.ref('m.uid'), khateebUid: given('viewer') }).as('blocked'),
    ]),
)
