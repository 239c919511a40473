import { sql } from 'kysely'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { getTopics, getTopicsAtMasjid, nameTopic as nameCall } from '../../contract/topics.ts'
import { isUpcoming } from '../../domain/khutbahs/is-upcoming.ts'
import {
  dateOfSameTopic,
  datesByTopic,
  topicKey,
  topicRepeatPeriod,
  weeksBetweenTopics,
} from '../../domain/khutbahs/topic.ts'
import { type PartyActor, recordAudit } from '../audit/record-audit.ts'
import { databaseNow, type Queryable, type Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import { defaultPageSize, paginate, readCursor } from '../http/pagination.ts'
import type { SignedInContext } from '../http/route.ts'
import { slotInLetter } from '../letters/slot-in-letter.ts'
import { hashOfTopic } from '../letters/topic-comes-again.ts'
import { queueNews } from '../news/queue-news.ts'
import { loadKhateeb, lockSlot } from '../proposals/lock-and-load.ts'
import { preferSlotOfLatestAssignment } from '../proposals/lock-slot-with-assignments.ts'
import { formerKhateeb, khateebName } from '../sql-fragments/names-and-times.ts'
import { masjidClock } from './masjid-clock.ts'

/** Maximum number of recent topics that a khateeb sees. */
const maxRecentTopics = 8

/**
 * Sets or removes the topic of a confirmed khateeb's khutbah. If another khutbah of the masjid has the same topic within 12 weeks, notifies
 * the masjid.
 */
export async function nameTopic(
  tx: Tx,
  { khateebUid, topic, ...reference }: InputOf<typeof nameCall>,
  by: PartyActor,
): Promise<OutputOf<typeof nameCall>> {
  // Locks the masjid before the slot, as a move does. So if two khateebs set the same topic at the same time, the second call runs after
  // the first, and finds its topic.
  const masjidUid = reference.masjidUid ?? (await masjidUidAndDateOf(tx, reference.slotId ?? '')).masjidUid
  const { now } = await masjidClock(tx, masjidUid)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new Failure('not_found'))
  const slot = await lockSlot(tx, reference, preferSlotOfLatestAssignment(khateebUid))
  const { slotId } = slot
  const assignment = await assignmentOf(tx, khateebUid, slotId)
  if (!isUpcoming(slot.startsAt, now)) throw new Failure('slot_past')
  const named = topic === '' ? null : topic
  const near = named === null ? [] : await topicsNear(tx, { masjidUid, date: slot.date })
  const comesAgainOn =
    named === null ? null : dateOfSameTopic({ date: slot.date, topic: named }, datesByTopic(near))
  if (assignment.topic === named) return { changed: false, comesAgainOn }
  await tx.updateTable('assignments').set({ topic: named }).where('id', '=', assignment.id).execute()
  await recordAudit(tx, by, [
    { event: 'topic_named', masjidUid, khateebUid, slotId, assignmentId: assignment.id },
  ])
  if (named !== null && comesAgainOn !== null) {
    const same = near.filter((it) => topicKey(it.topic) === topicKey(named))
    const topicHashes = [...new Set([named, ...same.map((it) => it.topic)])].map(hashOfTopic)
    const { name } = await loadKhateeb(tx, khateebUid)
    const props = { occasion: slotInLetter(slot), khateebUid, khateebName: name, topicHashes }
    await queueNews(tx, [{ partyUid: masjidUid, news: { kind: 'topic_comes_again', props } }])
  }
  return { changed: true, comesAgainOn }
}

/**
 * Returns the recent topics at the masjid of the caller's confirmed khutbah. If the call has a topic, also returns the closest date,
 * within 12 weeks, on which that topic is used.
 */
export async function recentTopicsForKhateeb(
  { database: { db } }: SignedInContext,
  { uid, slotId, topic = '' }: InputOf<typeof getTopicsAtMasjid>,
): Promise<OutputOf<typeof getTopicsAtMasjid>> {
  await assignmentOf(db, uid, slotId)
  const slot = await masjidUidAndDateOf(db, slotId)
  const last = await topicsOf(db, slot.masjidUid)
    .where('s.date', '<=', slot.date)
    .where('s.id', '<>', slotId)
    .limit(maxRecentTopics)
    .execute()
  return {
    last: last.map(({ date, topic: given }) => ({ date, topic: given })),
    comesAgainOn:
      topic === ''
        ? null
        : dateOfSameTopic({ date: slot.date, topic }, datesByTopic(await topicsNear(db, slot))),
  }
}

/** Returns a page of the topics of a masjid's khutbahs, latest date first. Sets the cursor of the next page. */
export async function topicsForMasjid(
  context: SignedInContext,
  { uid, limit = defaultPageSize, cursor }: InputOf<typeof getTopics>,
): Promise<OutputOf<typeof getTopics>> {
  const [before, beforeId] = readCursor(cursor, 'date') ?? []
  const rows = await topicsOf(context.database.db, uid)
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(s.date, s.id) < (${before}::date, ${beforeId}::uuid)`),
    )
    .limit(limit + 1)
    .execute()
  return paginate(context, rows, limit, ({ date, slotId }) => [date, slotId])
}

/**
 * Returns the topics of a masjid's upcoming khutbahs, and of past khutbahs that are so recent that an upcoming khutbah should not repeat
 * their topics.
 */
export function upcomingAndRecentTopics(reader: Queryable, masjidUid: string) {
  return topicsOf(reader, masjidUid)
    .where(sql<boolean>`s.date >= ${databaseNow}::date - ${sql.lit(7 * weeksBetweenTopics + 1)}`)
    .execute()
}

async function masjidUidAndDateOf(reader: Queryable, slotId: string) {
  return reader
    .selectFrom('slots')
    .where('id', '=', slotId)
    .select(['masjid_uid as masjidUid', 'date'])
    .executeTakeFirstOrThrow(() => new Failure('not_found'))
}

/** Returns the khateeb's assignment for a slot. Throws `not_found` if he is not confirmed. */
async function assignmentOf(reader: Queryable, khateebUid: string, slotId: string) {
  return reader
    .selectFrom('assignments')
    .where('slot_id', '=', slotId)
    .where('khateeb_uid', '=', khateebUid)
    .where('ended_at', 'is', null)
    .select(['id', 'topic'])
    .executeTakeFirstOrThrow(() => new Failure('not_found'))
}

/** Returns the topics of the masjid's khutbahs within 12 weeks before and after a date. */
function topicsNear(
  reader: Queryable,
  { masjidUid, date }: { readonly masjidUid: string; readonly date: string },
) {
  const { from, to } = topicRepeatPeriod(date)
  return topicsOf(reader, masjidUid).where('s.date', '>=', from).where('s.date', '<=', to).execute()
}

/** Selects the topics of a masjid's khutbahs, latest date first. */
function topicsOf(reader: Queryable, masjidUid: string) {
  return reader
    .selectFrom('assignments as a')
    .innerJoin('slots as s', 's.id', 'a.slot_id')
    .leftJoin('khateebs as k', 'k.uid', 'a.khateeb_uid')
    .where('a.masjid_uid', '=', masjidUid)
    .where('a.ended_at', 'is', null)
    .where('a.topic', 'is not', null)
    .orderBy('s.date', 'desc')
    .orderBy('s.id', 'desc')
    .select(['s.id as slotId', 's.date', sql<string>`a.topic`.as('topic')])
    .select([
      sql<string>`to_char(s.time, 'HH24:MI')`.as('time'),
      sql<string>`coalesce(${khateebName('k')}, ${sql.lit(formerKhateeb)})`.as('khateeb'),
    ])
}
