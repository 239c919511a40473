import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { PostalAddressFields } from '../../contract/map-url.ts'
import { deletedProfileSequence } from '../calendar/calendar-events.ts'
import { iso, type Queryable } from '../database/database.ts'
import { isAwaitingReconfirmation } from '../sql-fragments/is-awaiting-reconfirmation.ts'
import { publicKhateebName } from '../sql-fragments/names-and-times.ts'
import { slotColumns } from '../sql-fragments/slot-columns.ts'
import {
  databaseNowPerStatement,
  earliestUpcomingDate,
  isInUpcomingKhutbah,
} from '../sql-fragments/upcoming.ts'

/** The public data of a masjid that has published its schedule. It has no account ids, phone numbers or emails. */
export interface PublicSchedule {
  readonly masjidName: string
  readonly place: PostalAddressFields
  readonly timeZone: string
  readonly website: string
  readonly slots: readonly ScheduledSlot[]
}

export interface ScheduledSlot {
  /** Stays the same for a slot, but does not reveal the slot's id. */
  readonly eventId: string
  /** YYYY-MM-DD and HH:MM on the masjid's wall clock. */
  readonly date: string
  readonly time: string
  readonly startsAt: Date
  /**
   * The khateeb’s name; `Confirmed` or `newTimeNotConfirmed` if he is suspended or does not want his name public; null without a khateeb.
   */
  readonly khateeb: string | null
  readonly topic: string | null
  /** Whether the slot has moved, and its khateeb has not confirmed the new time yet. */
  readonly awaitsReconfirmation: boolean
  readonly removed: boolean
  /** Rises with each change of the data that a calendar shows (RFC 5545, 3.8.7.4). */
  readonly sequence: number
  readonly changedAt: Date
}

/**
 * Maximum number of slots in a schedule: thirty Fridays with two services each. If the limit falls within a date, the schedule has all
 * slots of this date. Also the maximum number of removed slots in its calendar.
 */
const maxSlots = 60

/**
 * Returns a published schedule with its upcoming khutbahs, soonest first. Undefined if no masjid has published a schedule with this slug,
 * or if the masjid is suspended.
 * @param withRemoved adds removed slots, so that a calendar shows them as canceled
 */
export async function publicSchedule(
  reader: Queryable,
  slug: string,
  { withRemoved = false } = {},
): Promise<PublicSchedule | undefined> {
  const masjid = await reader
    .selectFrom('schedules as p')
    .innerJoin('masjids as m', 'm.uid', 'p.masjid_uid')
    .where('p.slug', '=', slug)
    .where('m.hidden', '=', false)
    .select(['m.uid', 'm.masjid_name as masjidName', 'm.time_zone as timeZone', 'm.website'])
    .select(['m.masjid_address as address', 'm.city', 'm.state_code as stateCode', 'm.zip_code as zipCode'])
    .select(['m.sequence', 'm.updated_at as updatedAt'])
    .executeTakeFirst()
  if (masjid === undefined) return undefined
  const { uid, masjidName, timeZone, website, sequence, updatedAt, ...place } = masjid
  const rows = await reader
    .selectFrom('slots as s')
    .leftJoin('assignments as a', (join) => join.onRef('a.slot_id', '=', 's.id').on('a.ended_at', 'is', null))
    .leftJoin('khateebs as k', 'k.uid', 'a.khateeb_uid')
    .innerJoinLateral(
      (db) =>
        db
          .selectFrom('assignments as was')
          .leftJoin('khateebs as whose', 'whose.uid', 'was.khateeb_uid')
          .whereRef('was.slot_id', '=', 's.id')
          .select([
            sql<number>`coalesce(sum(1 + was.sequence + coalesce(whose.sequence, ${deletedProfileSequence})), 0)::int`.as(
              'changes',
            ),
            sql<Date | null>`max(greatest(was.updated_at, whose.updated_at))`.as('changedAt'),
          ])
          .as('history'),
      (join) => join.onTrue(),
    )
    .where(sql<boolean>`s.id in (${idsOfSlots(uid, withRemoved)})`)
    .orderBy('s.starts_at')
    .orderBy('s.id')
    .select([...slotColumns('s'), 's.starts_at as startsAt', 's.sequence'])
    .select([
      sql<string | null>`case when a.id is not null then ${publicKhateebName('k', 'a')} end`.as('khateeb'),
      'a.topic',
      isAwaitingReconfirmation('a').as('awaitsReconfirmation'),
      sql<boolean>`s.removed_at is not null`.as('removed'),
      'history.changes',
      sql<Date>`greatest(s.updated_at, "history"."changedAt")`.as('changedAt'),
    ])
    .execute()
  return {
    masjidName,
    place,
    timeZone,
    website,
    slots: rows.map(({ slotId, changes, ...slot }) => ({
      ...slot,
      eventId: createHash('sha256').update(`schedule ${slotId}`).digest('base64url').slice(0, 22),
      sequence: slot.sequence + changes + sequence,
      changedAt: new Date(Math.max(slot.changedAt.getTime(), updatedAt.getTime())),
    })),
  }
}

/**
 * SQL for the ids of the next slots, and of removed slots, if requested. Each group has its own limit, so that removed slots don't displace
 * the others. `with ties` adds the other slots of the last date.
 */
function idsOfSlots(masjidUid: string, withRemoved: boolean): RawBuilder<string> {
  const next = (isListed: RawBuilder<boolean>) => sql<string>`(
    select s.id from slots s
    where s.masjid_uid = ${masjidUid} and s.date >= ${earliestUpcomingDate} and ${isListed}
    order by s.date fetch first (${maxSlots}) rows with ties)`
  const isUpcoming = sql<boolean>`s.starts_at >= ${databaseNowPerStatement}`
  return withRemoved
    ? sql`${next(sql`s.removed_at is null and ${isUpcoming}`)} union all ${next(sql`s.removed_at is not null and ${isUpcoming}`)}`
    : next(sql`s.removed_at is null and ${isInUpcomingKhutbah('s')}`)
}

/** Converts a schedule to JSON for other sites. */
export function scheduleAsJson({ slots, place, ...masjid }: PublicSchedule) {
  return {
    ...masjid,
    ...place,
    khutbahs: slots.map(({ date, time, startsAt, khateeb, topic, awaitsReconfirmation }) => ({
      date,
      time,
      startsAt: iso(startsAt),
      khateeb,
      topic,
      awaitsReconfirmation,
    })),
  }
}
