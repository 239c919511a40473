import type { getMasjidDetails } from '../../contract/directory.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import type { Reader } from '../database/database.ts'
import { type Given, statement } from '../database/statement.ts'
import type { Caller } from '../http/route.ts'
import { publicKhutbahs } from '../khutbahs/public-khutbahs.ts'

interface Asked {
  readonly masjidUid: string
  /** Only this date's khutbah, YYYY-MM-DD. */
  readonly date: string | undefined
  readonly caller: Caller | null
}

/** A masjid as anybody may see it with its upcoming khutbahs; its e-mail only for the signed in. */
export async function masjidDetails(
  reader: Reader,
  { masjidUid, date, caller }: Asked,
): Promise<OutputOf<typeof getMasjidDetails> | undefined> {
  const [[masjid], khutbahs] = await Promise.all([
    masjidWith(reader, { masjidUid }),
    publicKhutbahs(reader, { masjidUid, date, viewer: caller?.role === 'khateeb' ? caller.uid : null }),
  ])
  if (masjid === undefined) return undefined
  const { email, ...open } = masjid
  return caller === null ? { ...open, khutbahs } : { ...open, email, khutbahs }
}

const masjidWith = statement((reader, given: Given<{ masjidUid: string }>) =>
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
    ]),
)
