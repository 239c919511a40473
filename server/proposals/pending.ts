import { sql } from 'kysely'
import type { getMasjid, getUser } from '../../contract/directory.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import type { Direction } from '../../domain/proposals/proposal.ts'
import { iso, now, type Reader } from '../database/database.ts'
import { type Given, statement } from '../database/statement.ts'

type KhateebLists = Pick<OutputOf<typeof getUser>, 'invites' | 'sentRequests'>
type MasjidLists = Pick<OutputOf<typeof getMasjid>, 'requests' | 'sentInvites'>

/** The pending proposals of a khateeb for slots to come: the masjids' invites and his own requests. */
export async function pendingOfKhateeb(reader: Reader, khateebUid: string): Promise<KhateebLists> {
  const rows = await ofKhateeb(reader, { khateebUid })
  return {
    invites: only(rows, 'invite').map((row) => ({
      ...slotOf(row),
      ...masjidOf(row),
      masjidEmail: row.masjidEmail,
    })),
    sentRequests: only(rows, 'request').map((row) => ({ ...slotOf(row), ...masjidOf(row) })),
  }
}

/** The pending proposals at a masjid for slots to come: the khateebs' requests and its own invites. */
export async function pendingOfMasjid(reader: Reader, masjidUid: string): Promise<MasjidLists> {
  const rows = await atMasjid(reader, { masjidUid })
  return {
    requests: only(rows, 'request').map((row) => ({
      ...slotOf(row),
      requesterId: row.khateebUid,
      requesterName: row.khateebName,
    })),
    sentInvites: only(rows, 'invite').map((row) => ({
      ...slotOf(row),
      khateebUid: row.khateebUid,
      khateebName: row.khateebName,
    })),
  }
}

function pending(reader: Reader) {
  return (
    reader
      .selectFrom('proposals as p')
      .innerJoin('slots as s', 's.id', 'p.slot_id')
      .innerJoin('masjids as m', 'm.uid', 'p.masjid_uid')
      .innerJoin('accounts as ma', 'ma.uid', 'm.uid')
      .innerJoin('khateebs as k', 'k.uid', 'p.khateeb_uid')
      .where('p.state', '=', 'pending')
      .where('s.starts_at', '>=', now)
      // With the suspended there is nothing to be done; they come back with what they had.
      .where('m.hidden', '=', false)
      .where('k.hidden', '=', false)
      .orderBy('s.starts_at')
      .orderBy('p.number')
      .select([
        'p.id as requestId',
        'p.direction',
        's.date as khutbahDate',
        sql<string>`to_char(s.time, 'HH24:MI')`.as('khutbahTime'),
        's.starts_at as startsAt',
        'm.uid as masjidUid',
        'm.masjid_name as masjidName',
        'ma.email as masjidEmail',
        'k.uid as khateebUid',
        sql<string>`k.first_name || ' ' || k.last_name`.as('khateebName'),
      ])
  )
}

const ofKhateeb = statement((reader, given: Given<{ khateebUid: string }>) =>
  pending(reader).where('p.khateeb_uid', '=', given('khateebUid')),
)
const atMasjid = statement((reader, given: Given<{ masjidUid: string }>) =>
  pending(reader).where('p.masjid_uid', '=', given('masjidUid')),
)

type Row = Awaited<ReturnType<typeof ofKhateeb>>[number]

function only(rows: readonly Row[], direction: Direction): readonly Row[] {
  return rows.filter((row) => row.direction === direction)
}

function slotOf({ requestId, khutbahDate, khutbahTime, startsAt }: Row) {
  return { requestId, khutbahDate, khutbahTime, startsAt: iso(startsAt) }
}

function masjidOf({ masjidUid, masjidName }: Row) {
  return { masjidUid, masjidName }
}
