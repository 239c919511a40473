import { type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { InputOf } from '../../contract/endpoint.ts'
import type { getMasjid } from '../../contract/own-records.ts'
import { milesBetween } from '../../domain/directory/distance.ts'
import type { Direction } from '../../domain/proposals/proposal.ts'
import { type Database, databaseNow, type Queryable } from '../database/database.ts'
import { type PlaceholderOf, preparedStatement } from '../database/prepared-statement.ts'
import { contactOf } from '../sql-fragments/contact-of.ts'
import { isoInstant } from '../sql-fragments/instants.ts'
import { isEmailVerified } from '../sql-fragments/is-email-verified.ts'
import { type ClosedProposalCounts, closedProposalCounts } from './proposal-fragments.ts'
import { proposalsWithBothSides } from './slots-with-masjids.ts'
import {
  type ConfirmedSlotVenue,
  confirmedSlotOf,
  confirmedSlotsAround,
  firstUnreachableSlot,
} from './unreachable-slots.ts'

/** Converts the rows of pending proposals into the fields of a khateeb's record: invites from masjids, and his own requests. */
export function groupPendingRowsOfKhateeb(rows: readonly PendingRow[]) {
  const invites = rowsOfDirection(rows, 'invite')
  const sentRequests = rowsOfDirection(rows, 'request')
  return {
    invites: invites.map((row) => ({
      masjidEmail: row.email,
      city: row.city,
      distance: milesBetween({ latitude: row.khateebLatitude, longitude: row.khateebLongitude }, row),
      language: row.language,
      note: row.note,
      closesCount: row.closesCount,
      tooFarFrom: farServiceOf(row),
      // The spread comes last, because V8 would take a microsecond for each field that follows it.
      ...slotOf(row),
      ...masjidOf(row),
    })),
    inviteCount: countOf(invites),
    sentRequests: sentRequests.map((row) => ({ ...slotOf(row), ...masjidOf(row) })),
    sentRequestCount: countOf(sentRequests),
  }
}

/** Returns a masjid's pending proposals for upcoming slots, soonest first: requests from khateebs, and its own invites. */
export async function pendingProposalsOfMasjid(
  database: Database,
  masjidUid: string,
  input: Omit<InputOf<typeof getMasjid>, 'uid'>,
) {
  const rows = await selectPendingProposalsOfMasjid(database, {
    masjidUid,
    invites: input.sentInvites ?? null,
    requests: input.requests ?? null,
  })
  const requests = rowsOfDirection(rows, 'request')
  const sentInvites = rowsOfDirection(rows, 'invite')
  return {
    requests: requests.map((row) => ({
      requesterId: row.khateebUid,
      requesterName: row.khateebName,
      emailVerified: row.emailVerified,
      closesCount: row.closesCount,
      tooFarFromOther: farServiceOf(row) !== null,
      ...slotOf(row),
    })),
    requestCount: countOf(requests),
    sentInvites: sentInvites.map((row) => ({
      khateebUid: row.khateebUid,
      khateebName: row.khateebName,
      emailVerified: row.emailVerified,
      ...slotOf(row),
    })),
    sentInviteCount: countOf(sentInvites),
  }
}

/** Maximum number of proposals of each direction; null for all. */
export interface PendingLimits {
  readonly invites: number | null
  readonly requests: number | null
}

/**
 * Selects the soonest pending proposals of each direction, with the contact of the other side (`other`). Each row also has the total count
 * of its direction. A direction without rows has no count.
 */
function selectPendingProposals(
  reader: Queryable,
  side: 'p.khateeb_uid' | 'p.masjid_uid',
  uid: RawBuilder<string>,
  param: PlaceholderOf<PendingLimits>,
) {
  const isKhateeb = side === 'p.khateeb_uid'
  const ranked = proposalsWithBothSides(reader)
    .innerJoinLateral(contactOf(isKhateeb ? 'm' : 'k').as('other'), (join) => join.onTrue())
    .where(side, '=', uid)
    .where('p.state', '=', 'pending')
    .where('s.starts_at', '>=', databaseNow)
    // A suspended account's proposals are hidden, and appear again when the account is restored.
    .where('m.hidden', '=', false)
    .where('k.hidden', '=', false)
    .select((eb) => [
      'p.id as requestId',
      isoInstant(eb.ref('s.starts_at')).as('startsAt'),
      isEmailVerified('other').as('emailVerified'),
      'other.email',
      's.language',
      's.note',
      'm.latitude',
      'm.longitude',
      'k.latitude as khateebLatitude',
      'k.longitude as khateebLongitude',
      sql<number>`row_number() over (partition by p.direction order by s.starts_at, p.number)`.as('position'),
      sql<number>`(count(*) over (partition by p.direction))::int`.as('count'),
    ])
  const limit = sql<number>`case direction when 'invite' then ${param('invites')}::int else ${param('requests')}::int end`
  const target = {
    proposalId: sql`ranked."requestId"`,
    slotId: sql`ranked."slotId"`,
    startsAt: sql`ranked."startsAt"::timestamptz`,
    khateebUid: sql`ranked."khateebUid"`,
  }
  const isReceived = sql<boolean>`ranked.direction = ${sql.lit(isKhateeb ? 'invite' : 'request')}`
  const closes = closedProposalCounts(target, isKhateeb ? { khateebUid: uid } : { masjidUid: uid })
  return (
    reader
      .selectFrom(ranked.as('ranked'))
      .where(sql<boolean>`"position" <= coalesce(${limit}, count)`)
      .orderBy('position')
      .selectAll()
      // Facts that the receiver should know before accepting. They are not computed for the sender, whose lists don't show them.
      .select([
        sql<ClosedProposalCounts>`case when ${isReceived} then ${closes} else '{"invites": 0, "requests": 0}' end`.as(
          'closesCount',
        ),
        sql<readonly ConfirmedSlotVenue[]>`case when ${isReceived}
        then ${confirmedSlotsAround(target.khateebUid, target.startsAt)} else '[]' end`.as('services'),
      ])
  )
}

/**
 * Selects a khateeb's pending proposals for upcoming slots, soonest first, as a JSON column. Used in the statement that reads the khateeb's
 * record.
 */
export function pendingProposalsOfKhateeb(
  reader: Queryable,
  param: PlaceholderOf<PendingLimits & { uid: string }>,
) {
  return jsonArrayFrom(selectPendingProposals(reader, 'p.khateeb_uid', param('uid'), param))
}

const selectPendingProposalsOfMasjid = preparedStatement(
  (reader, param: PlaceholderOf<PendingLimits & { masjidUid: string }>) =>
    selectPendingProposals(reader, 'p.masjid_uid', param('masjidUid'), param),
)

type PendingRow = Awaited<ReturnType<typeof selectPendingProposalsOfMasjid>>[number]

function rowsOfDirection(rows: readonly PendingRow[], direction: Direction): readonly PendingRow[] {
  return rows.filter((row) => row.direction === direction)
}

function countOf(rows: readonly PendingRow[]): number {
  return rows[0]?.count ?? 0
}

function slotOf({ requestId, slotId, date, time, startsAt }: PendingRow) {
  return { requestId, slotId, khutbahDate: date, khutbahTime: time, startsAt }
}

function farServiceOf({ masjidUid, latitude, longitude, startsAt, services }: PendingRow) {
  return firstUnreachableSlot(
    { masjidUid, latitude, longitude, startsAt: new Date(startsAt) },
    services.map(confirmedSlotOf),
  )
}

function masjidOf({ masjidUid, masjidName, timeZone, emailVerified }: PendingRow) {
  return { masjidUid, masjidName, timeZone, emailVerified }
}
