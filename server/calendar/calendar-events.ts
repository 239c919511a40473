import { sql } from 'kysely'
import type { Role } from '../../contract/endpoint.ts'
import type { PostalAddressFields } from '../../contract/map-url.ts'
import type { Direction } from '../../domain/proposals/proposal.ts'
import type { Queryable } from '../database/database.ts'
import { wallClockJson } from '../sql-fragments/instants.ts'
import { isAwaitingReconfirmation } from '../sql-fragments/is-awaiting-reconfirmation.ts'
import { formerKhateeb, formerMasjid, khateebName } from '../sql-fragments/names-and-times.ts'
import { slotColumns } from '../sql-fragments/slot-columns.ts'
import { databaseNowPerStatement } from '../sql-fragments/upcoming.ts'

/** The party whose khutbahs a calendar shows. */
export interface CalendarOwner {
  readonly uid: string
  readonly role: Role
  readonly name: string
}

/** The largest number of events in a calendar. Later events are left out. This number is enough for several years of a busy masjid. */
const maxEvents = 2_000

/** A khateeb’s relation to a slot. `invite` and `request` mean a pending proposal; `canceled` means an ended assignment. */
export type EventState = 'confirmed' | 'awaits_reconfirmation' | Direction | 'canceled'

/** A calendar event: one slot with one khateeb. */
export interface CalendarEvent {
  readonly slotId: string
  readonly khateebUid: string
  readonly khateebName: string
  readonly masjidUid: string
  readonly masjidName: string
  /** Null if the masjid is suspended or its account was deleted. */
  readonly place: PostalAddressFields | null
  readonly timeZone: string
  readonly startsAt: Date
  /** YYYY-MM-DD and HH:MM on the masjid’s wall clock; in UTC if its account was deleted. */
  readonly date: string
  readonly time: string
  readonly state: EventState
  /** What the masjid asks of the khateeb: an ISO 639-1 language code, and a note, which may be empty. */
  readonly language: string | null
  readonly note: string
  /** What the confirmed khateeb will speak about; null if he has not given a topic. */
  readonly topic: string | null
  /**
   * Increases with each change of the slot, its proposals and assignments, and both profiles, as calendar programs require (RFC 5545,
   * 3.8.7.4).
   */
  readonly sequence: number
  readonly changedAt: Date
}

/**
 * Replaces the sequence of a deleted profile. It is higher than the sequence of any profile, so the event’s sequence increases when a
 * profile is deleted.
 */
export const deletedProfileSequence = sql.lit(1_000_000)

interface EventSelection {
  /** The slots and khateebs of the events to read; by default all. */
  readonly only?: readonly Pick<CalendarEvent, 'slotId' | 'khateebUid'>[]
  /**
   * Whether to read only the events of assignments, as if there were no proposals. Letters need this, because no later letter would remove
   * the event of an ended proposal. Default: false.
   */
  readonly onlyAssignments?: boolean
}

/**
 * Returns the events of a calendar that start later than 30 days ago: older events leave the calendar (see docs/decisions/calendars.md).
 * Leaves out proposals that ended without an assignment, so calendar programs drop their events.
 */
export async function calendarEvents(
  reader: Queryable,
  owner: Pick<CalendarOwner, 'uid' | 'role'>,
  selection: EventSelection = {},
): Promise<readonly CalendarEvent[]> {
  return (await readRows(reader, owner, selection)).map(eventOf)
}

/** A slot with one khateeb, as the database has it. */
type Row = Awaited<ReturnType<typeof readRows>>[number]

/** Reads the slots and khateebs of a calendar, with the facts that its events need. */
function readRows(
  reader: Queryable,
  { uid, role }: Pick<CalendarOwner, 'uid' | 'role'>,
  { only, onlyAssignments = false }: EventSelection,
) {
  const asked = onlyAssignments ? sql<null>`null` : pendingDirection
  return reader
    .with('pairs', (db) =>
      db
        .selectFrom(
          db
            .selectFrom('proposals')
            .select([
              'slot_id',
              'masjid_uid',
              'khateeb_uid',
              'direction',
              'state',
              'created_at',
              'decided_at',
            ])
            .unionAll(
              // These assignments were made without a proposal.
              db
                .selectFrom('assignments')
                .where('proposal_id', 'is', null)
                .select(['slot_id', 'masjid_uid', 'khateeb_uid'])
                .select([sql<never>`null`.as('direction'), sql<never>`null`.as('state')])
                .select(['confirmed_at as created_at', sql<never>`null`.as('decided_at')]),
            )
            .as('p'),
        )
        .innerJoin('slots as s', 's.id', 'p.slot_id')
        .where(role === 'masjid' ? 'p.masjid_uid' : 'p.khateeb_uid', '=', uid)
        .where(sql<boolean>`s.starts_at > ${databaseNowPerStatement} - interval '30 days'`)
        .$if(only !== undefined, (query) => query.where(isOneOf(only ?? [])))
        .groupBy(['p.slot_id', 'p.khateeb_uid'])
        .select(['p.slot_id', 'p.khateeb_uid'])
        .select([
          sql<Direction | null>`max(p.direction) filter (where p.state = 'pending')`.as('asked'),
          sql<number>`coalesce(sum(1 + (p.state <> 'pending')::int), 0)::int`.as('changes'),
          sql<Date>`max(coalesce(p.decided_at, p.created_at))`.as('changed_at'),
        ]),
    )
    .selectFrom('pairs')
    .innerJoin('slots as s', 's.id', 'pairs.slot_id')
    .leftJoin('masjids as m', 'm.uid', 's.masjid_uid')
    .leftJoin('khateebs as k', 'k.uid', 'pairs.khateeb_uid')
    .innerJoinLateral(
      (db) =>
        db
          .selectFrom('assignments as a')
          .whereRef('a.slot_id', '=', 'pairs.slot_id')
          .whereRef('a.khateeb_uid', '=', 'pairs.khateeb_uid')
          .select([
            sql<boolean | null>`bool_or(a.ended_at is null)`.as('is_confirmed'),
            sql<boolean | null>`bool_or(a.ended_at is null and ${isAwaitingReconfirmation('a')})`.as(
              'is_asked_again',
            ),
            sql<string | null>`max(a.topic) filter (where a.ended_at is null)`.as('topic'),
            sql<Date | null>`(array_agg(${endedAssignmentStart} order by a.ended_at desc) filter (where a.ended_at is not null))[1]`.as(
              'ended_starts_at',
            ),
            sql<number>`coalesce(sum(1 + a.sequence), 0)::int`.as('changes'),
            sql<Date | null>`max(a.updated_at)`.as('changed_at'),
          ])
          .as('assigned'),
      (join) => join.onTrue(),
    )
    .where(sql<boolean>`(${asked} is not null or assigned.is_confirmed is not null)`)
    .orderBy('s.starts_at')
    .orderBy('pairs.khateeb_uid')
    .limit(maxEvents)
    .select([
      ...slotColumns('s'),
      's.starts_at as startsAt',
      's.masjid_uid as masjidUid',
      's.language',
      's.note',
    ])
    .select(['m.masjid_name as masjidName', 'm.time_zone as timeZone'])
    .select(
      sql<PostalAddressFields | null>`case when not m.hidden then jsonb_build_object(
        'address', m.masjid_address, 'city', m.city, 'stateCode', m.state_code, 'zipCode', m.zip_code) end`.as(
        'place',
      ),
    )
    .select(['pairs.khateeb_uid as khateebUid', khateebName('k').$castTo<string | null>().as('khateebName')])
    .select([
      asked.as('asked'),
      'assigned.is_confirmed as isConfirmed',
      'assigned.is_asked_again as isAskedAgain',
      'assigned.topic',
      'assigned.ended_starts_at as endedStartsAt',
      wallClockJson(sql.ref('assigned.ended_starts_at'), sql.ref('m.time_zone')).as('endedWallClock'),
      sql<number>`s.sequence + pairs.changes + assigned.changes
        + coalesce(m.sequence, ${deletedProfileSequence}) + coalesce(k.sequence, ${deletedProfileSequence})`.as(
        'sequence',
      ),
      sql<Date>`greatest(s.updated_at, pairs.changed_at, assigned.changed_at, m.updated_at, k.updated_at)`.as(
        'changedAt',
      ),
    ])
    .execute()
}

/** Returns the calendar event of a row. */
function eventOf({ masjidName, khateebName: name, timeZone, date, time, ...row }: Row): CalendarEvent {
  const { asked: direction, isConfirmed, isAskedAgain, endedStartsAt, endedWallClock, ...slot } = row
  const state =
    isConfirmed !== true
      ? (direction ?? 'canceled')
      : isAskedAgain === true
        ? 'awaits_reconfirmation'
        : 'confirmed'
  // The start of a canceled event stays unchanged in the reader's calendar, even if the slot has moved since.
  const hasMovedSince =
    state === 'canceled' && endedStartsAt !== null && endedStartsAt.getTime() !== slot.startsAt.getTime()
  const startsAt = hasMovedSince ? endedStartsAt : slot.startsAt
  const utc = startsAt.toISOString()
  return {
    ...slot,
    startsAt,
    masjidName: masjidName ?? formerMasjid,
    khateebName: name ?? formerKhateeb,
    ...(timeZone === null
      ? { timeZone: 'UTC', date: utc.slice(0, 10), time: utc.slice(11, 16) }
      : { timeZone, ...(hasMovedSince ? endedWallClock : { date, time }) }),
    state,
  }
}

/** SQL for the start that the assignment `a` had when it ended. If the slot has moved since, `agreed_starts_at` has this start. */
const endedAssignmentStart = sql`coalesce(a.agreed_starts_at, a.starts_at)`

/** Returns an SQL condition: the proposal `p` has the slot and the khateeb of one of these pairs. */
function isOneOf(pairs: readonly Pick<CalendarEvent, 'slotId' | 'khateebUid'>[]) {
  const slotIds = pairs.map(({ slotId }) => slotId)
  const khateebUids = pairs.map(({ khateebUid }) => khateebUid)
  return sql<boolean>`(p.slot_id, p.khateeb_uid) in (
    select * from unnest(${slotIds}::uuid[], ${khateebUids}::uuid[]))`
}

/**
 * The direction of the pending proposal; null if there is none. Also null if its masjid or khateeb is suspended, because lists leave out
 * such proposals, too.
 */
const pendingDirection = sql<Direction | null>`case when not (m.hidden or k.hidden) then pairs.asked end`
