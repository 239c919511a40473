import { sql } from 'kysely'
import type { OutputOf } from '../../contract/endpoint.ts'
import type { exportData } from '../../contract/identity.ts'
import type { AuditEvent } from '../database/audit-events.ts'
import type { Queryable } from '../database/database.ts'
import type { Caller } from '../http/route.ts'
import { uuidOf } from '../letters/is-overtaken.ts'
import { isoInstant } from '../sql-fragments/instants.ts'
import { formerKhateeb, formerMasjid, khateebName } from '../sql-fragments/names-and-times.ts'
import { slotReferenceColumns } from '../sql-fragments/slot-columns.ts'

// This file reads the part of an export that is about the caller’s party.

type ExportedData = OutputOf<typeof exportData>

export function slotsOf(reader: Queryable, masjidUid: string) {
  return reader
    .selectFrom('slots as s')
    .where('s.masjid_uid', '=', masjidUid)
    .orderBy('s.starts_at')
    .select((eb) => [
      ...slotReferenceColumns('s'),
      's.language',
      's.note',
      isoInstant(eb.ref('s.created_at')).as('postedAt'),
      isoInstant(eb.ref('s.removed_at')).as('removedAt'),
    ])
    .execute()
}

/** Returns the slug in the address of the masjid’s public schedule; null if it has none. */
export async function publicScheduleOf(reader: Queryable, uid: string): Promise<string | null> {
  const schedule = await reader
    .selectFrom('schedules')
    .where('masjid_uid', '=', uid)
    .select('slug')
    .executeTakeFirst()
  return schedule?.slug ?? null
}

const ownColumn = { khateeb: 'khateeb_uid', masjid: 'masjid_uid' } as const

export function proposalsOf(reader: Queryable, { uid, role }: Caller) {
  return reader
    .selectFrom('proposals as p')
    .innerJoin('slots as s', 's.id', 'p.slot_id')
    .where(`p.${ownColumn[role]}`, '=', uid)
    .orderBy('p.number')
    .select([...slotReferenceColumns('s'), ...partyNameColumns('p'), 'p.direction', 'p.state'])
    .select((eb) => [
      isoInstant(eb.ref('p.created_at')).as('madeAt'),
      isoInstant(eb.ref('p.decided_at')).as('decidedAt'),
    ])
    .execute()
}

export function assignmentsOf(reader: Queryable, { uid, role }: Caller) {
  return reader
    .selectFrom('assignments as a')
    .innerJoin('slots as s', 's.id', 'a.slot_id')
    .where(`a.${ownColumn[role]}`, '=', uid)
    .orderBy('a.confirmed_at')
    .select([...slotReferenceColumns('s'), ...partyNameColumns('a')])
    .select((eb) => [
      isoInstant(eb.ref('a.confirmed_at')).as('confirmedAt'),
      isoInstant(eb.ref('a.ended_at')).as('endedAt'),
      'a.end_reason as endReason',
      'a.withdrawal_reason as withdrawalReason',
      'a.topic',
    ])
    .execute()
}

/**
 * Returns the columns with the names of the masjid and the khateeb of a proposal or an assignment.
 * @param row table alias of the proposal’s or assignment’s row
 */
function partyNameColumns(row: string) {
  const [masjidUid, khateebUid] = [sql.ref(`${row}.masjid_uid`), sql.ref(`${row}.khateeb_uid`)]
  const masjid = sql`(select m.masjid_name from masjids m where m.uid = ${masjidUid})`
  const khateeb = sql`(select ${khateebName('k')} from khateebs k where k.uid = ${khateebUid})`
  return [
    sql<string>`coalesce(${masjid}, ${sql.lit(formerMasjid)})`.as('masjidName'),
    sql<string>`coalesce(${khateeb}, ${sql.lit(formerKhateeb)})`.as('khateebName'),
  ] as const
}

/** Returns the khateeb’s availability settings; null if he has set none. */
export async function availabilityOf(
  reader: Queryable,
  khateebUid: string,
): Promise<ExportedData['availability']> {
  const stored = await reader
    .selectFrom('availability as a')
    .where('a.khateeb_uid', '=', khateebUid)
    .select(['a.languages', 'a.max_a_month as maxAMonth', 'a.max_miles as maxMiles'])
    .select(['a.weeks_between as weeksBetween', 'a.short_notice as shortNotice'])
    .select(
      sql<string[]>`(
        select coalesce(jsonb_agg(date order by date), '[]') from away_dates where khateeb_uid = a.khateeb_uid)`.as(
        'awayDates',
      ),
    )
    .executeTakeFirst()
  return stored ?? null
}

export function requestedApprovalsOf(reader: Queryable, khateebUid: string) {
  return reader
    .selectFrom('khateeb_marks as mark')
    .innerJoin('masjids as m', 'm.uid', 'mark.masjid_uid')
    .where('mark.khateeb_uid', '=', khateebUid)
    .where('mark.asked_at', 'is not', null)
    .orderBy('mark.asked_at')
    .select((eb) => [
      'm.masjid_name as masjidName',
      isoInstant(eb.ref('mark.asked_at').$castTo<Date>()).as('askedAt'),
    ])
    .execute()
}

export async function ourKhateebsOf(
  reader: Queryable,
  masjidUid: string,
): Promise<ExportedData['ourKhateebs']> {
  const { approvedOnly } = await reader
    .selectFrom('masjids')
    .where('uid', '=', masjidUid)
    .select('approved_only as approvedOnly')
    .executeTakeFirstOrThrow()
  const noted = await reader
    .selectFrom('khateeb_marks as mark')
    .innerJoin('khateebs as k', 'k.uid', 'mark.khateeb_uid')
    .where('mark.masjid_uid', '=', masjidUid)
    .orderBy(khateebName('k'))
    .select((eb) => [
      khateebName('k').as('khateebName'),
      'mark.mark',
      'mark.note',
      isoInstant(eb.ref('mark.marked_at')).as('markedAt'),
      isoInstant(eb.ref('mark.asked_at')).as('askedAt'),
    ])
    .execute()
  return { approvedOnly, noted }
}

export function newsOf(reader: Queryable, { uid, personId }: Caller) {
  return reader
    .selectFrom('news as n')
    .leftJoin('slots as s', (join) => join.on('s.id', '=', uuidOf(sql`n.props -> 'occasion' ->> 'slotId'`)))
    .leftJoin('news_reads as r', (join) =>
      join.onRef('r.news_id', '=', 'n.id').on('r.person_id', '=', personId),
    )
    .where('n.party_uid', '=', uid)
    .orderBy('n.number')
    .select((eb) => [
      'n.kind',
      isoInstant(eb.ref('n.created_at')).as('at'),
      isoInstant(eb.ref('r.read_at')).as('readAt'),
      ...slotReferenceColumns<string | null>('s'),
    ])
    .execute()
}

/**
 * Events about one person, not about the party. They are audited under one party of the person: the acting party, or the oldest party for
 * calls by a link. Other members of this party must not see them. The operator can cause two of them: `second_factor_removed`, whose row
 * has the person concerned, and `sessions_ended`, which then concerns all members.
 */
const eventsOfPerson: readonly AuditEvent[] = [
  'email_verified',
  'email_change_asked',
  'email_change_canceled',
  'email_changed',
  'email_change_undone',
  'password_changed',
  'password_reset',
  'session_ended',
  'sessions_ended',
  'second_factor_added',
  'second_factor_removed',
  'recovery_code_used',
  'recovery_codes_renewed',
  'name_changed',
  'account_disowned',
  'calendar_address_made',
  'calendar_address_deleted',
]

/**
 * Returns the history of the acting party, without the events about other members as people: see `eventsOfPerson`. A khateeb has only one
 * member, so his history has all events.
 */
export function historyOf(reader: Queryable, { uid, role, personId }: Caller) {
  return reader
    .selectFrom('audit as e')
    .leftJoin('slots as s', 's.id', 'e.slot_id')
    .where(`e.${ownColumn[role]}`, '=', uid)
    .$if(role === 'masjid', (query) =>
      query.where((eb) =>
        eb.or([
          eb('e.event', 'not in', eventsOfPerson),
          eb('e.by_person_id', '=', personId),
          eb('e.person_id', '=', personId),
          eb.and([eb('e.event', '=', 'sessions_ended'), eb('e.by_role', '=', 'operator')]),
        ]),
      ),
    )
    .orderBy('e.id')
    .select((eb) => [
      isoInstant(eb.ref('e.happened_at')).as('at'),
      'e.event',
      eb
        .case()
        .when(eb.and([eb('e.by_uid', '=', uid), eb('e.by_person_id', '=', personId)]))
        .then('me')
        .else(eb.ref('e.by_role'))
        .end()
        .as('by'),
      'e.changed',
      ...slotReferenceColumns<string | null>('s'),
    ])
    .execute()
}
