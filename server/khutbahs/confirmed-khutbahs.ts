import { type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { getMyKhutbahs } from '../../contract/khutbahs.ts'
import type { getUser } from '../../contract/own-records.ts'
import { databaseNow, type Queryable } from '../database/database.ts'
import {
  confirmedSlotOf,
  confirmedSlotsAround,
  firstUnreachableSlot,
} from '../proposals/unreachable-slots.ts'
import { agreedStartWithInstant } from '../sql-fragments/agreed-start.ts'
import { isoInstant } from '../sql-fragments/instants.ts'
import { isAwaitingReconfirmation } from '../sql-fragments/is-awaiting-reconfirmation.ts'
import { masjidColumns, slotColumns } from '../sql-fragments/slot-columns.ts'
import { databaseNowPerStatement, isUnderWay } from '../sql-fragments/upcoming.ts'

/** Returns a khateeb's confirmed upcoming slots, soonest first; at most `limit`, if given. */
export async function confirmedKhutbahs(
  reader: Queryable,
  { khateebUid, limit }: InputOf<typeof getMyKhutbahs>,
): Promise<OutputOf<typeof getMyKhutbahs>> {
  const rows = await selectCurrentAssignments(reader, sql`${khateebUid}`)
    .where('a.starts_at', '>=', databaseNow)
    .select(isAwaitingReconfirmation('a').as('awaitsReconfirmation'))
    .select(agreedStartWithInstant('a', sql.ref('m.time_zone')).as('agreedStart'))
    .select(confirmedSlotsAround(sql`${khateebUid}`, sql.ref('a.starts_at')).as('services'))
    .select(sql<number>`s.date - (${databaseNow} at time zone m.time_zone)::date`.as('daysAhead'))
    .select(['m.latitude', 'm.longitude'])
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute()
  return rows.map(({ services, latitude, longitude, ...row }) => {
    const khutbah = withContact(row)
    const { masjidUid, startsAt } = khutbah
    const venue = { masjidUid, startsAt: new Date(startsAt), latitude, longitude }
    return { ...khutbah, tooFarFrom: firstUnreachableSlot(venue, services.map(confirmedSlotOf)) }
  })
}

/** Selects a khateeb's confirmed slots that are under way, as a JSON column. Used in the statement that reads the khateeb's record. */
export function assignmentsUnderWayOf(reader: Queryable, khateebUid: RawBuilder<string>) {
  return jsonArrayFrom(selectCurrentAssignments(reader, khateebUid).where(isUnderWay('a')))
}

/** Counts a khateeb's upcoming slots that await reconfirmation, as a column. Used in the statement that reads the khateeb's record. */
export function awaitingReconfirmationCount(khateebUid: RawBuilder<string>): RawBuilder<number> {
  return sql<number>`(
    select count(*)::int from assignments as own
    where own.khateeb_uid = ${khateebUid} and own.ended_at is null and own.starts_at >= ${databaseNowPerStatement}
      and ${isAwaitingReconfirmation('own')})`
}

type UnderWayRow = NonNullable<ReturnType<typeof assignmentsUnderWayOf>['expressionType']>[number]

export function assignmentUnderWay(row: UnderWayRow): OutputOf<typeof getUser>['underWay'][number] {
  return withContact(row)
}

/** Leaves out the address and phone of a suspended masjid, because its details are hidden, too. */
function withContact<Row extends UnderWayRow>(row: Row) {
  const { time, masjidAddress, stateCode, zipCode, phone, ...khutbah } = row
  const contact = khutbah.masjidSuspended ? null : { masjidAddress, stateCode, zipCode, phone }
  return { ...khutbah, time: { time }, contact }
}

/** Selects a khateeb's current assignments (`a`) with their slots (`s`) and masjids (`m`), soonest first. */
function selectCurrentAssignments(reader: Queryable, khateebUid: RawBuilder<string>) {
  return reader
    .selectFrom('assignments as a')
    .innerJoin('slots as s', 's.id', 'a.slot_id')
    .innerJoin('masjids as m', 'm.uid', 'a.masjid_uid')
    .where('a.khateeb_uid', '=', khateebUid)
    .where('a.ended_at', 'is', null)
    .orderBy('a.starts_at')
    .select([
      'a.id as assignmentId',
      ...slotColumns('s'),
      ...masjidColumns('m'),
      'm.hidden as masjidSuspended',
      'm.masjid_address as masjidAddress',
      'm.state_code as stateCode',
      'm.zip_code as zipCode',
      'm.phone',
      's.language',
      's.note',
      'a.topic',
    ])
    .select((eb) => isoInstant(eb.ref('a.starts_at')).as('startsAt'))
}
