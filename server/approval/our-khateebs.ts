import { sql } from 'kysely'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { getOurKhateebs } from '../../contract/our-khateebs.ts'
import type { Queryable } from '../database/database.ts'
import { defaultPageSize, paginate, readCursor } from '../http/pagination.ts'
import type { SignedInContext } from '../http/route.ts'
import { isoInstant } from '../sql-fragments/instants.ts'
import { slotTime } from '../sql-fragments/names-and-times.ts'
import { pendingInvitationsOf } from '../sql-fragments/pending-invitations.ts'
import { databaseNowPerStatement, isOver } from '../sql-fragments/upcoming.ts'

type Output = OutputOf<typeof getOurKhateebs>
type PendingSlot = NonNullable<Output['invitations'][number]['slot']>

/** Returns a page of the calling masjid’s own khateebs. Sets the cursor of the next page. */
export async function ourKhateebs(
  context: SignedInContext,
  { q, khateebUid, limit = defaultPageSize, cursor }: InputOf<typeof getOurKhateebs>,
): Promise<Output> {
  const { caller, database } = context
  const [afterKey = null, afterUid = null] = readCursor(cursor, 'rankedName') ?? []
  const masjidUid = sql<string>`${caller.uid}::uuid`
  const spoke = sql`from slots s join assignments a on a.slot_id = s.id
    where s.masjid_uid = ${masjidUid} and a.ended_at is null and ${isOver('a')}`
  const ours = sql<{ uid: string }>`(
    select khateeb_uid as uid from khateeb_marks where masjid_uid = ${masjidUid}
    union select a.khateeb_uid ${spoke})`
  // Order: khateebs who asked for approval, approved khateebs, khateebs without a mark, khateebs who are not wanted. Cursors contain this
  // key (`rankedName` in http/pagination.ts).
  const sortKey = sql<string>`(
    case when mark.mark = 'approved' then '2 ' when mark.mark = 'not_wanted' then '4 ' when mark.asked_at is not null then '1 ' else '3 ' end
    || lower(k.first_name || ' ' || k.last_name))`
  const rows = await database.db
    .selectFrom('khateebs as k')
    .leftJoin('khateeb_marks as mark', (join) =>
      join.onRef('mark.khateeb_uid', '=', 'k.uid').on('mark.masjid_uid', '=', masjidUid),
    )
    .leftJoin('people as member', 'member.id', 'mark.marked_by')
    .innerJoinLateral(
      sql<{ timesHere: number; lastHere: string | null }>`(
        select count(distinct s.date)::int as "timesHere", max(s.date) as "lastHere" ${spoke} and a.khateeb_uid = k.uid)`.as(
        'here',
      ),
      (join) => join.onTrue(),
    )
    .where('k.hidden', '=', false)
    .where(
      khateebUid === undefined
        ? sql<boolean>`k.uid in (select uid from ${ours} ours)`
        : sql<boolean>`k.uid = ${khateebUid}`,
    )
    .$if(q !== undefined && q !== '', (query) =>
      query.where(sql<boolean>`k.search like all ((select search_patterns(${q}))::text[])`),
    )
    .$if(afterUid !== null, (query) =>
      query.where(sql<boolean>`(${sortKey}, k.uid) > (${afterKey}::text, ${afterUid}::uuid)`),
    )
    .orderBy(sortKey)
    .orderBy('k.uid')
    .limit(limit + 1)
    .select((eb) => [
      'k.uid',
      'k.first_name as firstName',
      'k.last_name as lastName',
      'k.city',
      'k.state_code as stateCode',
      'k.verified',
      'mark.mark',
      sql<string>`coalesce(mark.note, '')`.as('note'),
      'member.name as markedBy',
      isoInstant(eb.ref('mark.marked_at')).as('markedAt'),
      isoInstant(eb.ref('mark.asked_at')).as('askedAt'),
      'here.timesHere',
      'here.lastHere',
      sql<number>`(
        select count(*)::int from proposals p join slots s on s.id = p.slot_id
        where p.khateeb_uid = k.uid and p.masjid_uid = ${masjidUid} and p.state = 'pending'
          and s.starts_at >= ${databaseNowPerStatement})`.as('pendingCount'),
      sortKey.as('sortKey'),
    ])
    .execute()
  const { approvedOnly } = await database.db
    .selectFrom('masjids')
    .where('uid', '=', caller.uid)
    .select('approved_only as approvedOnly')
    .executeTakeFirstOrThrow()
  const page = paginate(context, rows, limit, (last) => [last.sortKey, last.uid])
  const isWholeList = cursor === undefined && khateebUid === undefined && (q ?? '') === ''
  const invitations =
    caller.memberRole === 'owner' && isWholeList
      ? await pendingKhateebInvitationsOf(database.db, caller.uid).execute()
      : []
  return { approvedOnly, invitations, khateebs: page.map(({ sortKey: _, ...khateeb }) => khateeb) }
}

/** Returns a query for a masjid’s pending invitations to khateebs, newest first, each with the slot that the khateeb is asked to fill. */
export function pendingKhateebInvitationsOf(reader: Queryable, masjidUid: string) {
  return pendingInvitationsOf(reader, masjidUid)
    .where('i.role', '=', 'khateeb')
    .select(
      sql<PendingSlot | null>`(
        select jsonb_build_object('slotId', s.id, 'date', s.date, 'time', ${slotTime('s')}, 'startsAt', ${isoInstant(sql<Date>`s.starts_at`)})
        from slots s where s.id = i.slot_id)`.as('slot'),
    )
}
