import { sql } from 'kysely'
import type { Language } from '../../contract/availability-choices.ts'
import type { getOpenSlots } from '../../contract/directory.ts'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import { exceededOwnLimits, type KhateebLimits } from '../../domain/availability/availability.ts'
import { chordLength, milesBetween } from '../../domain/directory/distance.ts'
import type { Database } from '../database/database.ts'
import { type PlaceholderOf, preparedStatement } from '../database/prepared-statement.ts'
import { type Cursor, defaultPageSize, paginate, readCursor } from '../http/pagination.ts'
import type { SignedInContext } from '../http/route.ts'
import {
  type ConfirmedSlotVenue,
  confirmedSlotOf,
  confirmedSlotsBetween,
  firstUnreachableSlot,
} from '../proposals/unreachable-slots.ts'
import { isoInstant } from '../sql-fragments/instants.ts'
import { conflictWindowOf, limitsOnDates } from '../sql-fragments/khateeb-limits.ts'
import { takesRequestsOf } from '../sql-fragments/khateeb-marks.ts'
import { masjidColumns, slotColumns } from '../sql-fragments/slot-columns.ts'
import { earliestUpcomingDate } from '../sql-fragments/upcoming.ts'
import { isInLanguage, isOpenTo } from './is-open-to.ts'

type OpenSlot = OutputOf<typeof getOpenSlots>[number]

interface OpenSlotsContext extends Pick<SignedInContext, 'nextCursor'> {
  readonly database: Pick<Database, 'readPrepared'>
}

/** The default radius in miles, as in the nearby lists on the home screens. */
const defaultRadius = 50

/** Returns a page of the open slots near a khateeb, sorted by date, distance and time. Sets the cursor of the next page. */
export async function openSlots(
  context: OpenSlotsContext,
  {
    uid,
    radius = defaultRadius,
    date,
    language,
    perDate,
    limit = defaultPageSize,
    cursor,
  }: InputOf<typeof getOpenSlots>,
): Promise<OpenSlot[]> {
  const rows = await selectOpenSlots(context.database, {
    uid,
    reach: chordLength(radius),
    date: date ?? null,
    language: language ?? null,
    perDate: perDate ?? null,
    // Without `perDate`, one more row shows whether there is another page. With `perDate`, there is only one page.
    atMost: perDate === undefined ? limit + 1 : limit,
    ...positionOf(readCursor(cursor, 'slot')),
  })
  const page = paginate(context, rows, limit, (last) => [
    `${last.date} ${last.time} ${last.chord}`,
    last.slotId,
  ])
  return page.map(openSlot)
}

function positionOf(cursor: Cursor | undefined): Position {
  const [date = null, time = null, chord = null] = cursor === undefined ? [] : String(cursor[0]).split(' ')
  return { afterDate: date, afterTime: time, afterChord: chord, afterId: cursor?.[1] ?? null }
}

function openSlot(row: OpenSlotRow): OpenSlot {
  const { latitude, longitude, startsAt, masjidUid } = row
  const venue = { masjidUid, latitude, longitude, startsAt: new Date(startsAt) }
  const distance = milesBetween({ latitude: row.hereLatitude, longitude: row.hereLongitude }, row)
  const confirmed = row.services.map(confirmedSlotOf)
  const { maxMiles, maxAMonth, weeksBetween } = row.limits
  return {
    slotId: row.slotId,
    date: row.date,
    time: { time: row.time },
    startsAt,
    masjidUid,
    masjidName: row.masjidName,
    verified: row.verified,
    city: row.city,
    stateCode: row.stateCode,
    timeZone: row.timeZone,
    language: row.language,
    distance,
    tooFarFrom: firstUnreachableSlot(venue, confirmed),
    beyondYourLimits: exceededOwnLimits(
      { masjidUid, date: row.date, startsAt: venue.startsAt, miles: distance },
      row.limits,
      confirmed,
    ),
    yourLimits: { maxMiles, maxAMonth, weeksBetween },
  }
}

interface OpenSlotsParameters extends Position {
  /** The khateeb’s uid. */
  readonly uid: string
  /** The radius as a chord of the unit sphere. */
  readonly reach: number
  /** Only slots of this date, YYYY-MM-DD; null for all dates. */
  readonly date: string | null
  /** Only slots for which the masjid asks for this language, an ISO 639-1 code; null for all slots. */
  readonly language: Language | null
  /** Maximum number of slots for each date; null for no limit. */
  readonly perDate: number | null
  /** Maximum number of slots. */
  readonly atMost: number
}

/** The last slot of the previous page; null for the first page. */
interface Position {
  readonly afterDate: string | null
  readonly afterTime: string | null
  readonly afterChord: string | null
  readonly afterId: string | null
}

interface OpenSlotRow {
  readonly slotId: string
  readonly date: string
  readonly time: string
  readonly startsAt: string
  readonly chord: number
  readonly masjidUid: string
  readonly masjidName: string
  readonly verified: boolean
  readonly city: string
  readonly stateCode: string
  readonly timeZone: string
  readonly language: Language | null
  readonly latitude: number
  readonly longitude: number
  readonly hereLatitude: number
  readonly hereLongitude: number
  /** The khateeb's limits, without his dates away: slots on these dates are left out. */
  readonly limits: KhateebLimits
  /** The khateeb's confirmed services that may be too far from this slot, or that one of his limits counts. */
  readonly services: readonly ConfirmedSlotVenue[]
}

/**
 * The number of days in the first step of the search. On the first page for all dates, the step starts one day before today in UTC. So it
 * contains the Friday of the next seven days, today included.
 */
const firstStepDays = sql.lit(8)

/** An empty period, so that `limitsOnDates` reads no dates away. The statement itself leaves out the slots on these dates. */
const noDates = { from: sql`date 'infinity'`, to: sql`date '-infinity'` }

/**
 * Selects the first open slots, sorted by date, distance, time and id. The nearest masjids usually have enough open slots in the next week,
 * and have slots for a whole year. So the statement (`walk`) reads 8 days, then the next 16, then 32, until the page is full
 * or no slots remain: see docs/decisions/open-near-me.md.
 */
const selectOpenSlots = preparedStatement(
  (_, param: PlaceholderOf<OpenSlotsParameters>) => sql<OpenSlotRow>`
    with recursive here as materialized (
      select latitude, longitude, position,
        ${limitsOnDates(param('uid'), noDates)} as limits, ${conflictWindowOf(param('uid'))} as around
      from khateebs where uid = ${param('uid')}
    ), near as materialized (
      select m.uid, m.position <-> here.position as chord
      from here join masjids m on m.position <@ cube_enlarge(here.position, ${param('reach')}, 3)
      where not m.hidden and m.position <-> here.position <= ${param('reach')}
        and not exists (select from blocks b where b.masjid_uid = m.uid and b.khateeb_uid = ${param('uid')})
        and ${takesRequestsOf(param('uid'), 'm')}
    ), last as (
      select max((select max(s.date) from slots s where s.masjid_uid = near.uid and s.removed_at is null)) as date
      from near
    ), walk (date, days, picked) as (
      select greatest(${earliestUpcomingDate}, ${param('date')}::date, ${param('afterDate')}::date), ${firstStepDays}, '{}'::uuid[]
      union all
      select walk.date + walk.days, walk.days * 2, walk.picked || week.slots
      from walk cross join lateral (
        select array(
          select s.id from (
            select s.id, s.date, s.time, near.chord, row_number() over (partition by s.date order by near.chord, s.time, s.id) as number
            from near join slots s on s.masjid_uid = near.uid
            where s.removed_at is null
              and s.date >= walk.date and s.date < walk.date + walk.days and s.date <= coalesce(${param('date')}::date, 'infinity')
              and (${param('afterId')}::uuid is null or (s.date, near.chord, s.time, s.id)
                > (${param('afterDate')}::date, ${param('afterChord')}::float8, ${param('afterTime')}::time, ${param('afterId')}::uuid))
              and ${isOpenTo(param('uid'))} and ${isInLanguage(param('language'))}
          ) s
          where s.number <= coalesce(${param('perDate')}::int, s.number)
          order by s.date, s.chord, s.time, s.id limit ${param('atMost')}::int - cardinality(walk.picked)
        ) as slots
      ) week
      where cardinality(walk.picked) < ${param('atMost')}::int
        and (walk.days = ${firstStepDays} or walk.date <= least(${param('date')}::date, (select date from last)))
    )
    select ${sql.join(slotColumns('s'))}, ${isoInstant(sql.ref<Date>('s.starts_at'))} as "startsAt", ${sql.join(masjidColumns('m'))},
      s.language, m.verified, m.state_code as "stateCode", m.latitude, m.longitude, near.chord,
      here.latitude as "hereLatitude", here.longitude as "hereLongitude",
      here.limits, ${confirmedSlotsBetween(param('uid'), sql`s.starts_at - here.around`, sql`s.starts_at + here.around`)} as services
    from (select picked from walk order by days desc limit 1) walk
      cross join unnest(walk.picked) with ordinality as found (id, number)
      join slots s on s.id = found.id join masjids m on m.uid = s.masjid_uid join near on near.uid = m.uid cross join here
    order by found.number
  `,
)
