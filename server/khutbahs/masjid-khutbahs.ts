import { type InferResult, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { getArchivedKhutbahs, getMasjid } from '../../contract/own-records.ts'
import { dateOfSameTopic, datesByTopic } from '../../domain/khutbahs/topic.ts'
import type { Queryable } from '../database/database.ts'
import { defaultPageSize, paginate, readCursor } from '../http/pagination.ts'
import type { SignedInContext } from '../http/route.ts'
import { contactOf } from '../sql-fragments/contact-of.ts'
import { isoInstant } from '../sql-fragments/instants.ts'
import { isAwaitingReconfirmation } from '../sql-fragments/is-awaiting-reconfirmation.ts'
import { isEmailVerified } from '../sql-fragments/is-email-verified.ts'
import { formerKhateeb, khateebName } from '../sql-fragments/names-and-times.ts'
import { slotColumns } from '../sql-fragments/slot-columns.ts'
import {
  hasBegun,
  isInUpcomingKhutbah,
  isUnderWay,
  startsWithinSevenDays,
} from '../sql-fragments/upcoming.ts'
import { groupByDate } from './group-by-date.ts'
import { lastWithdrawal, withdrawalOf } from './last-withdrawal.ts'
import { upcomingAndRecentTopics } from './topics.ts'

type CurrentKhutbahs = Pick<OutputOf<typeof getMasjid>, 'khutbahs' | 'underWay' | 'openThisWeek'>
type ArchivedKhutbah = OutputOf<typeof getArchivedKhutbahs>[number]

/**
 * Returns what the masjid's own screens show: its upcoming khutbahs, its slots under way, and the number of open slots within seven days.
 * Each upcoming slot has its pending proposals, and the withdrawal that left it open.
 */
export async function currentKhutbahs(reader: Queryable, masjidUid: string): Promise<CurrentKhutbahs> {
  const rows = await ownSlots(reader, masjidUid)
    .where(sql<boolean>`(${isInUpcomingKhutbah('s')} or ${isUnderWay('s')})`)
    .orderBy('s.starts_at')
    .select((slot) => [
      's.language',
      's.note',
      'a.topic',
      isAwaitingReconfirmation('a').as('awaitsReconfirmation'),
      jsonArrayFrom(
        slot
          .selectFrom('proposals as p')
          .innerJoin('khateebs as proposed', 'proposed.uid', 'p.khateeb_uid')
          .innerJoinLateral(contactOf('proposed').as('contact'), (join) => join.onTrue())
          .whereRef('p.slot_id', '=', 's.id')
          .where('p.state', '=', 'pending')
          .where('proposed.hidden', '=', false)
          .orderBy('p.number')
          .select([
            'p.khateeb_uid as khateebUid',
            'p.direction',
            isEmailVerified('contact').as('emailVerified'),
          ]),
      ).as('pending'),
    ])
    .select([
      lastWithdrawal('s').as('withdrawal'),
      isInUpcomingKhutbah('s').as('isUpcoming'),
      isUnderWay('s').as('isUnderWay'),
      startsWithinSevenDays('s').as('isThisWeek'),
    ])
    .execute()
  const topics = datesByTopic(
    rows.some((row) => row.topic !== null) ? await upcomingAndRecentTopics(reader, masjidUid) : [],
  )
  const upcoming = rows.filter((row) => row.isUpcoming)
  const khutbahs = groupByDate(upcoming, (row) => ({
    language: row.language,
    note: row.note,
    topic: row.topic,
    topicComesAgainOn:
      row.topic === null ? null : dateOfSameTopic({ date: row.date, topic: row.topic }, topics),
    awaitsReconfirmation: row.awaitsReconfirmation,
    pending: row.begun ? [] : row.pending,
    withdrawal: row.begun ? null : withdrawalOf(row.withdrawal),
    // The spread comes last, because V8 would take a microsecond for each field that follows it.
    ...slotOf(row),
  }))
  const openThisWeek = rows.filter((row) => row.khateebUid === null && !row.begun && row.isThisWeek).length
  const underWay = rows.filter((row) => row.isUnderWay).map((row) => ({ date: row.date, ...slotOf(row) }))
  return { khutbahs, underWay, openThisWeek }
}

/**
 * Returns a page of a masjid's archived khutbahs, newest date first, and sets the cursor of the next page. A date is archived once all its
 * slots have begun.
 */
export async function archivedKhutbahs(
  context: SignedInContext,
  { uid, limit = defaultPageSize, cursor }: InputOf<typeof getArchivedKhutbahs>,
): Promise<ArchivedKhutbah[]> {
  const { db } = context.database
  const before = readCursor(cursor, 'date')
  const dates = db
    .selectFrom('slots')
    .where('masjid_uid', '=', uid)
    .where('removed_at', 'is', null)
    .$if(before !== undefined, (query) => query.where('date', '<', String(before?.[0])))
    .groupBy('date')
    .having(sql<boolean>`max(starts_at) < minbar_now()`)
    .orderBy('date', 'desc')
    .limit(limit + 1)
    .select('date')
  const rows = await ownSlots(db, uid)
    .where('s.date', 'in', dates)
    .orderBy('s.date', 'desc')
    .orderBy('s.starts_at')
    .execute()
  return paginate(context, groupByDate(rows, slotOf), limit, ({ date }) => [date, uid])
}

function ownSlots(reader: Queryable, masjidUid: string) {
  return reader
    .selectFrom('slots as s')
    .leftJoin('assignments as a', (join) => join.onRef('a.slot_id', '=', 's.id').on('a.ended_at', 'is', null))
    .leftJoin('khateebs as k', 'k.uid', 'a.khateeb_uid')
    .where('s.masjid_uid', '=', masjidUid)
    .where('s.removed_at', 'is', null)
    .select((eb) => [
      ...slotColumns('s'),
      isoInstant(eb.ref('s.starts_at')).as('startsAt'),
      hasBegun('s').as('begun'),
      'a.id as assignmentId',
      'a.khateeb_uid as khateebUid',
      'k.hidden as khateebHidden',
      khateebName('k').$castTo<string | null>().as('khateeb'),
    ])
}

function slotOf(row: InferResult<ReturnType<typeof ownSlots>>[number]): ArchivedKhutbah['times'][number] {
  return {
    slotId: row.slotId,
    time: { time: row.time },
    khateeb: row.khateeb ?? (row.khateebUid === null ? 'None' : formerKhateeb),
    startsAt: row.startsAt,
    begun: row.begun,
    khateebUid: row.khateeb === null ? null : row.khateebUid,
    khateebSuspended: row.khateebHidden ?? false,
    assignmentId: row.assignmentId,
  }
}
