import { sql } from 'kysely'
import type { OutputOf } from '../../contract/endpoint.ts'
import type { exportData } from '../../contract/identity.ts'
import { type Database, databaseNow, iso, type Queryable } from '../database/database.ts'
import { khateebProfile } from '../directory/khateeb-record.ts'
import { masjidProfile } from '../directory/masjid-record.ts'
import type { Caller } from '../http/route.ts'
import { uuidOf } from '../letters/is-overtaken.ts'
import { storedPlan } from '../plans/stored-plan.ts'
import { blocksBy } from '../proposals/blocked-accounts.ts'
import { isoInstant } from '../sql-fragments/instants.ts'
import { formerKhateeb, formerMasjid, khateebName } from '../sql-fragments/names-and-times.ts'
import { slotReferenceColumns } from '../sql-fragments/slot-columns.ts'
import { formerEmailsOf, isLetterToAccount } from './former-emails.ts'
import { sessionsOf } from './list-sessions.ts'
import { factorsOf } from './second-factor/factors.ts'
import { newEmailOf } from './verify-email.ts'

type Exported = OutputOf<typeof exportData>

/**
 * All stored data about the caller, except secrets (password, tokens, keys). Of other people it has only names, which the caller
 * has seen. Makes one query after the other, so that an export takes one connection.
 */
export async function exportAccountData(database: Database, caller: Caller): Promise<Exported> {
  const { reader } = database
  const { uid, role, personId } = caller
  const blocks = await blocksBy(reader, caller).execute()
  return {
    ...(await accountOf(reader, personId)),
    profile: await (role === 'khateeb' ? khateebProfile(database, uid) : masjidProfile(reader, uid)),
    sessions: await sessionsOf(reader, caller).execute(),
    knownDevices: await devicesOf(reader, personId),
    secondFactors: (await factorsOf(reader, personId)).map(({ kind, device, addedAt }) => ({
      kind,
      device,
      addedAt,
    })),
    calendarAddresses: await calendarAddressesOf(reader, personId),
    slots: role === 'masjid' ? await slotsOf(reader, uid) : [],
    publicSchedule: await publicScheduleOf(reader, caller.uid),
    proposals: await proposalsOf(reader, caller),
    assignments: await assignmentsOf(reader, caller),
    memberships: await membershipsOf(reader, personId),
    invitationsSent: await invitationsBy(reader, personId),
    availability: role === 'khateeb' ? await availabilityOf(reader, uid) : null,
    plan: role === 'masjid' ? await storedPlan(reader, uid) : null,
    ourKhateebs: role === 'masjid' ? await ourKhateebsOf(reader, uid) : null,
    approvalsAsked: await approvalsAskedBy(reader, uid),
    blocked: blocks.map(({ name, blockedAt }) => ({ name, blockedAt })),
    newsSettings: await newsSettingsOf(reader, personId),
    news: await newsOf(reader, caller),
    letters: await lettersTo(reader, personId),
    history: await historyOf(reader, caller),
  }
}

function calendarAddressesOf(reader: Queryable, personId: string) {
  return reader
    .selectFrom('calendar_addresses as c')
    .where('c.person_id', '=', personId)
    .orderBy('c.created_at')
    .select((eb) => isoInstant(eb.ref('c.created_at')).as('madeAt'))
    .execute()
}

async function accountOf(
  reader: Queryable,
  personId: string,
): Promise<Pick<Exported, 'exportedAt' | 'account'>> {
  const { exportedAt, ...account } = await reader
    .selectFrom('people as p')
    .where('p.id', '=', personId)
    .select((eb) => [
      isoInstant(databaseNow).as('exportedAt'),
      'p.name',
      isoInstant(eb.ref('p.created_at')).as('createdAt'),
      isoInstant(eb.ref('p.email_verified_at')).as('emailVerifiedAt'),
    ])
    .executeTakeFirstOrThrow()
  const newEmail = await newEmailOf(reader, personId)
  const former = await formerEmailsOf(reader, personId)
  const formerEmails = former.map(({ email, changedAt }) => ({ email, changedAt: iso(changedAt) }))
  return { exportedAt, account: { ...account, newEmail, formerEmails } }
}

function devicesOf(reader: Queryable, personId: string) {
  return reader
    .selectFrom('known_devices as d')
    .where('d.person_id', '=', personId)
    .orderBy('d.last_used_at', 'desc')
    .select((eb) => [
      isoInstant(eb.ref('d.first_used_at')).as('firstUsedAt'),
      isoInstant(eb.ref('d.last_used_at')).as('lastUsedAt'),
    ])
    .execute()
}

/** The person's memberships, each with its masjid or khateeb (`k`). */
function partiesOf(reader: Queryable, personId: string) {
  return reader
    .selectFrom('memberships as m')
    .leftJoin('masjids', 'masjids.uid', 'm.party_uid')
    .leftJoin('khateebs as k', 'k.uid', 'm.party_uid')
    .where('m.person_id', '=', personId)
    .orderBy('m.created_at')
    .select(sql<string>`coalesce(masjids.masjid_name, ${khateebName('k')})`.as('name'))
}

function membershipsOf(reader: Queryable, personId: string) {
  return partiesOf(reader, personId)
    .select((eb) => [
      'm.party_role as role',
      'm.role as memberRole',
      isoInstant(eb.ref('m.created_at')).as('since'),
    ])
    .execute()
}

function invitationsBy(reader: Queryable, personId: string) {
  return reader
    .selectFrom('invitations as i')
    .innerJoin('masjids', 'masjids.uid', 'i.masjid_uid')
    .where('i.invited_by', '=', personId)
    .orderBy('i.created_at')
    .select((eb) => [
      'masjids.masjid_name as masjidName',
      'i.email',
      'i.role as invitedAs',
      isoInstant(eb.ref('i.created_at')).as('sentAt'),
      isoInstant(eb.ref('i.ended_at')).as('endedAt'),
    ])
    .execute()
}

function slotsOf(reader: Queryable, masjidUid: string) {
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

/** The name in its address; null if there is none. */
async function publicScheduleOf(reader: Queryable, uid: string): Promise<string | null> {
  const schedule = await reader
    .selectFrom('schedules')
    .where('masjid_uid', '=', uid)
    .select('slug')
    .executeTakeFirst()
  return schedule?.slug ?? null
}

const ownColumn = { khateeb: 'khateeb_uid', masjid: 'masjid_uid' } as const

function proposalsOf(reader: Queryable, { uid, role }: Caller) {
  return reader
    .selectFrom('proposals as p')
    .innerJoin('slots as s', 's.id', 'p.slot_id')
    .where(`p.${ownColumn[role]}`, '=', uid)
    .orderBy('p.number')
    .select([...slotReferenceColumns('s'), ...sideNames('p'), 'p.direction', 'p.state'])
    .select((eb) => [
      isoInstant(eb.ref('p.created_at')).as('madeAt'),
      isoInstant(eb.ref('p.decided_at')).as('decidedAt'),
    ])
    .execute()
}

function assignmentsOf(reader: Queryable, { uid, role }: Caller) {
  return reader
    .selectFrom('assignments as a')
    .innerJoin('slots as s', 's.id', 'a.slot_id')
    .where(`a.${ownColumn[role]}`, '=', uid)
    .orderBy('a.confirmed_at')
    .select([...slotReferenceColumns('s'), ...sideNames('a')])
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
 * The names of the masjid and the khateeb of a proposal or an assignment.
 * @param row table alias of its row
 */
function sideNames(row: string) {
  const [masjidUid, khateebUid] = [sql.ref(`${row}.masjid_uid`), sql.ref(`${row}.khateeb_uid`)]
  const masjid = sql`(select m.masjid_name from masjids m where m.uid = ${masjidUid})`
  const khateeb = sql`(select ${khateebName('k')} from khateebs k where k.uid = ${khateebUid})`
  return [
    sql<string>`coalesce(${masjid}, ${sql.lit(formerMasjid)})`.as('masjidName'),
    sql<string>`coalesce(${khateeb}, ${sql.lit(formerKhateeb)})`.as('khateebName'),
  ] as const
}

/** Null if the khateeb has set nothing. */
async function availabilityOf(reader: Queryable, khateebUid: string): Promise<Exported['availability']> {
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

function approvalsAskedBy(reader: Queryable, khateebUid: string) {
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

async function ourKhateebsOf(reader: Queryable, masjidUid: string): Promise<Exported['ourKhateebs']> {
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

function newsSettingsOf(reader: Queryable, personId: string) {
  return partiesOf(reader, personId)
    .innerJoin('news_settings as s', (join) =>
      join.onRef('s.person_id', '=', 'm.person_id').onRef('s.party_uid', '=', 'm.party_uid'),
    )
    .select(['s.delivery', 's.muted', 's.digest_hour as digestHour', 's.language'])
    .execute()
}

function newsOf(reader: Queryable, { uid, personId }: Caller) {
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

function lettersTo(reader: Queryable, personId: string) {
  return reader
    .selectFrom('letters as l')
    .where(isLetterToAccount('l', personId))
    .orderBy('l.created_at')
    .select((eb) => [
      'l.kind',
      isoInstant(eb.ref('l.created_at')).as('writtenAt'),
      isoInstant(eb.ref('l.sent_at')).as('sentAt'),
    ])
    .execute()
}

function historyOf(reader: Queryable, { uid, role }: Caller) {
  return reader
    .selectFrom('audit as e')
    .leftJoin('slots as s', 's.id', 'e.slot_id')
    .where(`e.${ownColumn[role]}`, '=', uid)
    .orderBy('e.id')
    .select((eb) => [
      isoInstant(eb.ref('e.happened_at')).as('at'),
      'e.event',
      eb.case().when('e.by_uid', '=', uid).then('me').else(eb.ref('e.by_role')).end().as('by'),
      'e.changed',
      ...slotReferenceColumns<string | null>('s'),
    ])
    .execute()
}
