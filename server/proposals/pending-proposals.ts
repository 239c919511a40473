import { type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { getMasjid, getUser } from '../../contract/directory.ts'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { Direction } from '../../domain/proposals/proposal.ts'
import { type Database, iso, now, type Reader } from '../database/database.ts'
import { type Given, statement } from '../database/statement.ts'
import { khateebName } from '../fragments/khateeb-name.ts'
import { slotTime } from '../fragments/slot-time.ts'

type KhateebLists = Pick<
  OutputOf<typeof getUser>,
  'invites' | 'inviteCount' | 'sentRequests' | 'sentRequestCount'
>
type MasjidLists = Pick<
  OutputOf<typeof getMasjid>,
  'requests' | 'requestCount' | 'sentInvites' | 'sentInviteCount'
>

/** What a khateeb's record says of his pending proposals: the masjids' invites and his own requests. */
export function khateebLists(rows: readonly PendingRow[]): KhateebLists {
  const invites = only(rows, 'invite')
  const sentRequests = only(rows, 'request')
  return {
    invites: invites.map((row) => ({ ...slotOf(row), ...masjidOf(row), masjidEmail: row.masjidEmail })),
    inviteCount: countOf(invites),
    sentRequests: sentRequests.map((row) => ({ ...slotOf(row), ...masjidOf(row) })),
    sentRequestCount: countOf(sentRequests),
  }
}

/** The pending proposals at a masjid for slots to come, soonest first: the khateebs' requests and its own invites. */
export async function pendingOfMasjid(
  database: Database,
  masjidUid: string,
  asked: Omit<InputOf<typeof getMasjid>, 'uid'>,
): Promise<MasjidLists> {
  const rows = await pendingAtMasjid(database, {
    masjidUid,
    invites: asked.sentInvites ?? null,
    requests: asked.requests ?? null,
  })
  const requests = only(rows, 'request')
  const sentInvites = only(rows, 'invite')
  return {
    requests: requests.map((row) => ({
      ...slotOf(row),
      requesterId: row.khateebUid,
      requesterName: row.khateebName,
      emailVerified: row.khateebVerified,
    })),
    requestCount: countOf(requests),
    sentInvites: sentInvites.map((row) => ({
      ...slotOf(row),
      khateebUid: row.khateebUid,
      khateebName: row.khateebName,
      emailVerified: row.khateebVerified,
    })),
    sentInviteCount: countOf(sentInvites),
  }
}

/** How many rows of each direction are wanted; null for all of them. */
export interface Wanted {
  readonly invites: number | null
  readonly requests: number | null
}

/** The first of each direction, each row with how many its direction has: there are no counts without a row. */
function pending(reader: Reader, whose: RawBuilder<boolean>, given: Given<Wanted>) {
  const ranked = reader
    .selectFrom('proposals as p')
    .innerJoin('slots as s', 's.id', 'p.slot_id')
    .innerJoin('masjids as m', 'm.uid', 'p.masjid_uid')
    .innerJoin('accounts as ma', 'ma.uid', 'm.uid')
    .innerJoin('khateebs as k', 'k.uid', 'p.khateeb_uid')
    .innerJoin('accounts as ka', 'ka.uid', 'k.uid')
    .where('p.state', '=', 'pending')
    .where('s.starts_at', '>=', now)
    // With the suspended there is nothing to be done; they come back with what they had.
    .where('m.hidden', '=', false)
    .where('k.hidden', '=', false)
    .where(whose)
    .select([
      'p.id as requestId',
      'p.direction',
      's.id as slotId',
      's.date as khutbahDate',
      slotTime('s').as('khutbahTime'),
      's.starts_at as startsAt',
      'm.uid as masjidUid',
      'm.masjid_name as masjidName',
      'ma.email as masjidEmail',
      sql<boolean>`ma.email_verified_at is not null`.as('masjidVerified'),
      'k.uid as khateebUid',
      sql<boolean>`ka.email_verified_at is not null`.as('khateebVerified'),
      khateebName('k').as('khateebName'),
      sql<number>`row_number() over (partition by p.direction order by s.starts_at, p.number)`.as('place'),
      sql<number>`(count(*) over (partition by p.direction))::int`.as('count'),
    ])
  const wanted = sql<number>`case direction when 'invite' then ${given('invites')}::int else ${given('requests')}::int end`
  return reader
    .selectFrom(ranked.as('ranked'))
    .where(sql<boolean>`place <= coalesce(${wanted}, count)`)
    .orderBy('place')
    .selectAll()
}

/** The pending proposals of a khateeb for slots to come, soonest first, as JSON: a part of his record's statement. */
export function pendingOfKhateeb(reader: Reader, given: Given<Wanted & { uid: string }>) {
  return jsonArrayFrom(pending(reader, sql`p.khateeb_uid = ${given('uid')}`, given))
}

const pendingAtMasjid = statement((reader, given: Given<Wanted & { masjidUid: string }>) =>
  pending(reader, sql`p.masjid_uid = ${given('masjidUid')}`, given),
)

type Row = Awaited<ReturnType<typeof pendingAtMasjid>>[number]
/** A row as it is, or as JSON has it. */
type PendingRow = Omit<Row, 'startsAt'> & { readonly startsAt: Date | string }

function only(rows: readonly PendingRow[], direction: Direction): readonly PendingRow[] {
  return rows.filter((row) => row.direction === direction)
}

function countOf(rows: readonly PendingRow[]): number {
  return rows[0]?.count ?? 0
}

function slotOf({ requestId, slotId, khutbahDate, khutbahTime, startsAt }: PendingRow) {
  return { requestId, slotId, khutbahDate, khutbahTime, startsAt: iso(new Date(startsAt)) }
}

function masjidOf({ masjidUid, masjidName, masjidVerified }: PendingRow) {
  return { masjidUid, masjidName, emailVerified: masjidVerified }
}
