import { sql } from 'kysely'
import type { getMasjidDetails } from '../../contract/directory.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { iso, type Reader } from '../database/database.ts'
import { type Given, statement } from '../database/statement.ts'
import { formerKhateeb } from '../directory/former.ts'
import { byDate } from './by-date.ts'
import { begun, ofUpcomingKhutbah } from './upcoming.ts'

type PublicKhutbah = OutputOf<typeof getMasjidDetails>['khutbahs'][number]
type PublicSlot = PublicKhutbah['times'][number]

interface Asked {
  readonly masjidUid: string
  /** Only this date, YYYY-MM-DD. */
  readonly date: string | undefined
  /** The khateeb who looks; null for anybody else. */
  readonly viewer: string | null
}

/** A masjid's upcoming khutbahs as anybody may see them, and what the viewer has to do with each slot. */
export async function publicKhutbahs(
  reader: Reader,
  { masjidUid, date, viewer }: Asked,
): Promise<PublicKhutbah[]> {
  const rows = await slotsOfUpcoming(reader, { masjidUid, date: date ?? null, viewer })
  return byDate(rows, (row): PublicSlot => {
    const proposed = row.begun ? null : standings[row.direction ?? 'none']
    const standing = row.khateebUid !== null && row.khateebUid === viewer ? 'confirmed' : proposed
    return {
      time: { time: row.time },
      khateeb: row.khateeb ?? (row.khateebUid === null ? 'None' : formerKhateeb),
      startsAt: iso(row.startsAt),
      begun: row.begun,
      standing,
      canRequest: viewer !== null && !row.begun && row.khateebUid === null && standing === null,
    }
  })
}

const standings = { invite: 'invited', request: 'requested', none: null } as const

const slotsOfUpcoming = statement(
  (reader, given: Given<{ masjidUid: string; date: string | null; viewer: string | null }>) =>
    reader
      .selectFrom('slots as s')
      .leftJoin('assignments as a', (join) =>
        join.onRef('a.slot_id', '=', 's.id').on('a.ended_at', 'is', null),
      )
      .leftJoin('khateebs as k', 'k.uid', 'a.khateeb_uid')
      .leftJoin('proposals as p', (join) =>
        join
          .onRef('p.slot_id', '=', 's.id')
          .on('p.state', '=', 'pending')
          .on('p.khateeb_uid', '=', given('viewer')),
      )
      .where('s.masjid_uid', '=', given('masjidUid'))
      .where('s.removed_at', 'is', null)
      .where(ofUpcomingKhutbah)
      .where(sql<boolean>`s.date = coalesce(${given('date')}, s.date)`)
      .orderBy('s.starts_at')
      .select([
        's.date',
        sql<string>`to_char(s.time, 'HH24:MI')`.as('time'),
        's.starts_at as startsAt',
        begun.as('begun'),
        'a.khateeb_uid as khateebUid',
        sql<string | null>`k.first_name || ' ' || k.last_name`.as('khateeb'),
        'p.direction',
      ]),
)
