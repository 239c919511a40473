import { type RawBuilder, sql } from 'kysely'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import { type countUnreadNews, type getNews, maxUnreadCount } from '../../contract/news.ts'
import type { Queryable } from '../database/database.ts'
import { defaultPageSize, paginate, readCursor } from '../http/pagination.ts'
import type { Caller, SignedInContext } from '../http/route.ts'
import { kindsThatKeepStart, kindsThatSay } from '../letters/content/news-kinds.ts'
import { isOvertaken, uuidOf } from '../letters/is-overtaken.ts'
import { instantOfWallClock, isoInstant } from '../sql-fragments/instants.ts'
import { isAwaitingReconfirmation } from '../sql-fragments/is-awaiting-reconfirmation.ts'
import {
  accountInHistory,
  formerKhateeb,
  formerMasjid,
  khateebName,
  slotTime,
} from '../sql-fragments/names-and-times.ts'
import { databaseNowPerStatement } from '../sql-fragments/upcoming.ts'

type NewsItem = OutputOf<typeof getNews>[number]

/** Returns a page of the caller's news, newest first. Sets the cursor of the next page. */
export async function listNews(
  context: SignedInContext,
  { only, limit = defaultPageSize, cursor }: InputOf<typeof getNews>,
): Promise<OutputOf<typeof getNews>> {
  const { caller, database } = context
  const before = readCursor(cursor, 'entry')?.[0]
  const rows = await upcomingNews(database.db, caller)
    .$if(only === 'unread', (query) => query.where(isUnread))
    .$if(before !== undefined, (query) => query.where('n.number', '<', String(before)))
    .orderBy('n.number', 'desc')
    .limit(limit + 1)
    .select([
      'n.id as newsId',
      'n.number',
      sql<NewsItem['kind']>`n.kind`.as('kind'),
      isoInstant(sql.ref<Date>('n.created_at')).as('createdAt'),
      sql<boolean>`not ${isUnread}`.as('isRead'),
      's.id as slotId',
      shownStartValue('date', sql`s.date::text`).as('khutbahDate'),
      shownStartValue('time', slotTime('s')).as('khutbahTime'),
      shownStartValue('timeZone', sql`coalesce(m.time_zone, ${storedStartValue('timeZone')})`).as('timeZone'),
      isoInstant(startsAt).as('startsAt'),
      's.masjid_uid as masjidUid',
      'm.masjid_name as masjidName',
      'm.hidden as masjidHidden',
      sql<string>`n.props ->> 'khateebUid'`.as('khateebUid'),
      khateebName('k').$castTo<string | null>().as('khateebName'),
      'k.hidden as khateebHidden',
      sql<NewsItem['was']>`n.props ->> 'was'`.as('was'),
      sql<NewsItem['direction']>`n.props ->> 'direction'`.as('direction'),
      sql<string | null>`case when n.kind = 'khateeb_withdrew' then (
        select e.withdrawal_reason from assignments e
        where e.slot_id = s.id and e.khateeb_uid = k.uid and e.end_reason = 'withdrawn' and e.ended_at <= n.created_at
        order by e.ended_at desc limit 1) end`.as('reason'),
      sql<NewsItem['moved']>`case when n.kind = 'masjid_moved' then jsonb_build_object(
        'address', (m.masjid_address, m.city, m.state_code, m.zip_code) is distinct from (n.props -> 'before' ->> 'address',
          n.props -> 'before' ->> 'city', n.props -> 'before' ->> 'stateCode', n.props -> 'before' ->> 'zipCode'),
        'timeZone', m.time_zone is distinct from n.props -> 'before' ->> 'timeZone') end`.as('moved'),
      sql<
        NewsItem['movedFrom']
      >`n.props -> 'from' || jsonb_build_object('startsAt', ${isoInstant(formerStart)}, 'timeZone', ${formerZone})`.as(
        'movedFrom',
      ),
      sql<number>`coalesce(jsonb_array_length(n.props -> 'closed'), 0)`.as('closedCount'),
      sql<boolean>`s.removed_at is not null`.as('isRemoved'),
      sql<boolean>`a.id is not null`.as('isFilled'),
      sql<boolean>`coalesce(a.khateeb_uid = k.uid, false)`.as('isConfirmed'),
      sql<boolean>`coalesce(a.khateeb_uid = k.uid and ${isAwaitingReconfirmation('a')}, false)`.as(
        'awaitsReconfirmation',
      ),
      sql<string | null>`(
        select p.id from proposals p where p.slot_id = s.id and p.khateeb_uid = k.uid and p.state = 'pending')`.as(
        'pendingId',
      ),
    ])
    .execute()
  return paginate(context, rows, limit, ({ number }) => [Number(number), caller.uid]).map((row) =>
    itemOf(row, caller.role),
  )
}

/** Returns how many pieces of news are unread, at most `maxUnreadCount`. */
export async function countUnread(
  reader: Queryable,
  caller: Caller,
): Promise<OutputOf<typeof countUnreadNews>> {
  const unread = upcomingNews(reader, caller).where(isUnread).select('n.id').limit(maxUnreadCount)
  return reader
    .selectFrom(unread.as('unread'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
}

/** SQL condition: the person of the membership `member` has not read the news `n`. News from before the person joined counts as read. */
const isUnread = sql<boolean>`(
  n.created_at >= member.created_at
  and not exists (select from news_reads r where r.person_id = member.person_id and r.news_id = n.id))`

/** SQL for one part of the start that is stored in the news `n`. The slot may have another start now. */
const storedStartValue = (key: 'date' | 'time' | 'timeZone') =>
  sql<string>`(n.props -> 'occasion' ->> ${sql.lit(key)})`

/**
 * SQL for one part of the start that the news shows: the start stored in the news for `kindsThatKeepStart`, the slot's current start for
 * other kinds.
 */
function shownStartValue(
  key: 'date' | 'time' | 'timeZone',
  current: RawBuilder<unknown>,
): RawBuilder<string> {
  return sql`case when ${keepsStart} then ${storedStartValue(key)} else ${current} end`
}

const keepsStart = sql<boolean>`n.kind = any(${kindsThatKeepStart}::text[])`

/** SQL for the instant of the start that the news shows. */
const startsAt = sql<Date>`case when ${keepsStart}
  then ${instantOfWallClock(sql`(${storedStartValue('date')} || ' ' || ${storedStartValue('time')})::timestamp`, storedStartValue('timeZone'))}
  else s.starts_at end`

/** SQL for the masjid's time zone at the time of the news `n`. */
const formerZone = sql<string>`coalesce(${storedStartValue('timeZone')}, m.time_zone)`

/** SQL for the instant of the former start in the news `n`; null if there is none. */
const formerStart = instantOfWallClock(
  sql`(n.props -> 'from' ->> 'date' || ' ' || (n.props -> 'from' ->> 'time'))::timestamp`,
  formerZone,
)

/**
 * Selects the news of the caller's party that is still true and about upcoming slots. Joins the slot (`s`), its masjid (`m`), the khateeb
 * of the news (`k`), and the slot's assignment (`a`).
 */
function upcomingNews(reader: Queryable, { uid, personId }: Caller) {
  const khateebUid = uuidOf(sql`n.props ->> 'khateebUid'`)
  // For news about a masjid's move: the slot to act on first, as `firstSlotToActOn` chooses it for letters.
  const firstMoved = sql<{ slot_id: string }>`(
    select slot_id from (
      select slot_id, starts_at, case when awaits_reconfirmation then 0 else 1 end as rank
      from assignments where khateeb_uid = ${khateebUid} and ended_at is null
      union all
      select p.slot_id, q.starts_at, 2 from proposals p join slots q on q.id = p.slot_id
      where p.khateeb_uid = ${khateebUid} and p.state = 'pending') theirs
    where n.kind = 'masjid_moved' and starts_at >= ${databaseNowPerStatement} and slot_id in (
      select ${uuidOf(sql`it ->> 'slotId'`)} from jsonb_array_elements(n.props -> 'slots') as given (it))
    order by rank, starts_at limit 1)`
  return reader
    .selectFrom('news as n')
    .innerJoin('memberships as member', (join) =>
      join.onRef('member.party_uid', '=', 'n.party_uid').on('member.person_id', '=', personId),
    )
    .leftJoinLateral(firstMoved.as('moved'), (join) => join.onTrue())
    .innerJoin('slots as s', (join) =>
      join.on('s.id', '=', sql`coalesce(moved.slot_id, ${uuidOf(sql`n.props -> 'occasion' ->> 'slotId'`)})`),
    )
    .leftJoin('masjids as m', 'm.uid', 's.masjid_uid')
    .leftJoin('khateebs as k', (join) => join.on('k.uid', '=', khateebUid))
    .leftJoin('assignments as a', (join) => join.onRef('a.slot_id', '=', 's.id').on('a.ended_at', 'is', null))
    .where('n.party_uid', '=', uid)
    .where(startsAt, '>=', databaseNowPerStatement)
    .where(sql<boolean>`not ${isOvertaken('n')}`)
}

/** A row of the query in `listNews`. */
interface Row extends Omit<NewsItem, 'masjid' | 'khateeb' | 'isOpen' | 'rowId'> {
  readonly number: string
  readonly masjidUid: string
  readonly masjidName: string | null
  readonly masjidHidden: boolean | null
  readonly khateebUid: string
  readonly khateebName: string | null
  readonly khateebHidden: boolean | null
  readonly isRemoved: boolean
  readonly isFilled: boolean
  readonly pendingId: string | null
}

function itemOf(row: Row, role: Caller['role']): NewsItem {
  const {
    number: _,
    masjidUid,
    masjidName,
    masjidHidden,
    khateebUid,
    khateebName: name,
    khateebHidden,
    ...rest
  } = row
  const { isRemoved, isFilled, pendingId, ...facts } = rest
  return {
    ...facts,
    masjid: accountInHistory({ uid: masjidUid, name: masjidName, hidden: masjidHidden }, formerMasjid),
    khateeb: accountInHistory({ uid: khateebUid, name, hidden: khateebHidden }, formerKhateeb),
    isOpen: !isRemoved && !isFilled,
    rowId: role === 'masjid' ? rowOfMasjid(row) : rowOfKhateeb(row),
  }
}

function rowOfKhateeb({ isConfirmed, slotId, pendingId }: Row): string | null {
  return isConfirmed ? slotId : pendingId
}

/**
 * Returns the row of the dashboard that the news leads to. A pending request has its own row. Other news leads to the row of the slot; null
 * if the slot was removed.
 */
function rowOfMasjid({ kind, slotId, pendingId, isRemoved }: Row): string | null {
  if (pendingKinds.includes(kind) && pendingId !== null) return pendingId
  return isRemoved ? null : slotId
}

/** The kinds of news about a proposal that waits for an answer. */
const pendingKinds = kindsThatSay('pending')
