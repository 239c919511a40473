import { sql } from 'kysely'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { getTopics, getTopicsThere, nameTopic as nameCall } from '../../contract/khutbahs.ts'
import { isUpcoming } from '../../domain/khutbahs/is-upcoming.ts'
import {
  dateOfSameTopic,
  datesByTopic,
  datesWithoutTopic,
  weeksBetweenTopics,
} from '../../domain/khutbahs/topic.ts'
import { type PartyActor, recordAudit } from '../audit/record-audit.ts'
import { databaseNow, type Queryable, type Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import { defaultPageSize, pageOf, readCursor } from '../http/pagination.ts'
import type { SignedInContext } from '../http/route.ts'
import { slotInLetter } from '../letters/slot-in-letter.ts'
import { queueNews } from '../news/queue-news.ts'
import { loadKhateeb, lockSlot } from '../proposals/lock-and-load.ts'
import { preferSlotOfLatestAssignment } from '../proposals/lock-slot-with-assignments.ts'
import { formerKhateeb, khateebName } from '../sql-fragments/names-and-times.ts'
import { masjidClock } from './masjid-clock.ts'

/** How many of the last topics a khateeb reads. */
const lastTopics = 8

/** A confirmed khateeb names the topic of his khutbah, or takes it back. The masjid is told if it comes again. */
export async function nameTopic(
  tx: Tx,
  { khateebUid, topic, ...reference }: InputOf<typeof nameCall>,
  by: PartyActor,
): Promise<OutputOf<typeof nameCall>> {
  // Locks the masjid before the slot, as a move does: two khateebs who name one topic at the same time follow each other.
  const masjidUid = reference.masjidUid ?? (await masjidOf(tx, reference.slotId ?? '')).masjidUid
  const { now } = await masjidClock(tx, masjidUid)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new Failure('not_found'))
  const slot = await lockSlot(tx, reference, preferSlotOfLatestAssignment(khateebUid))
  const { slotId } = slot
  const assignment = await assignmentOf(tx, khateebUid, slotId)
  if (!isUpcoming(slot.startsAt, now)) throw new Failure('slot_past')
  const named = topic === '' ? null : topic
  const comesAgainOn = named === null ? null : await sameTopicOn(tx, { masjidUid, date: slot.date }, named)
  if (assignment.topic === named) return { changed: false, comesAgainOn }
  await tx.updateTable('assignments').set({ topic: named }).where('id', '=', assignment.id).execute()
  await recordAudit(tx, by, [
    { event: 'topic_named', masjidUid, khateebUid, slotId, assignmentId: assignment.id },
  ])
  if (comesAgainOn !== null) {
    const { name } = await loadKhateeb(tx, khateebUid)
    const props = { occasion: slotInLetter(slot), khateebUid, khateebName: name }
    await queueNews(tx, [{ partyUid: masjidUid, news: { kind: 'topic_comes_again', props } }])
  }
  return { changed: true, comesAgainOn }
}

/** The last topics at the masjid of a khutbah that the caller is confirmed for, and when a topic was or is given there. */
export async function topicsThere(
  { database: { reader } }: SignedInContext,
  { uid, slotId, topic = '' }: InputOf<typeof getTopicsThere>,
): Promise<OutputOf<typeof getTopicsThere>> {
  await assignmentOf(reader, uid, slotId)
  const slot = await masjidOf(reader, slotId)
  const last = await topicsOf(reader, slot.masjidUid)
    .where('s.date', '<=', slot.date)
    .where('s.id', '<>', slotId)
    .limit(lastTopics)
    .execute()
  return {
    last: last.map(({ date, topic: given }) => ({ date, topic: given })),
    comesAgainOn: topic === '' ? null : await sameTopicOn(reader, slot, topic),
  }
}

/** A page of the topics of a masjid's khutbahs, the latest date first. Sets the cursor of the next page. */
export async function topicsHere(
  context: SignedInContext,
  { uid, limit = defaultPageSize, cursor }: InputOf<typeof getTopics>,
): Promise<OutputOf<typeof getTopics>> {
  const [before, beforeId] = readCursor(cursor, 'date') ?? []
  const rows = await topicsOf(context.database.reader, uid)
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(s.date, s.id) < (${before}::date, ${beforeId}::uuid)`),
    )
    .limit(limit + 1)
    .execute()
  return pageOf(context, rows, limit, ({ date, slotId }) => [date, slotId])
}

/** The topics of a masjid's khutbahs that are upcoming or recent enough that they should not come again at an upcoming one. */
export function recentTopics(reader: Queryable, masjidUid: string) {
  return topicsOf(reader, masjidUid)
    .where(sql<boolean>`s.date >= ${databaseNow}::date - ${sql.lit(7 * weeksBetweenTopics + 1)}`)
    .execute()
}

async function masjidOf(reader: Queryable, slotId: string) {
  return reader
    .selectFrom('slots')
    .where('id', '=', slotId)
    .select(['masjid_uid as masjidUid', 'date'])
    .executeTakeFirstOrThrow(() => new Failure('not_found'))
}

/** The khateeb's confirmation for a slot. Throws `not_found` without one. */
async function assignmentOf(reader: Queryable, khateebUid: string, slotId: string) {
  return reader
    .selectFrom('assignments')
    .where('slot_id', '=', slotId)
    .where('khateeb_uid', '=', khateebUid)
    .where('ended_at', 'is', null)
    .select(['id', 'topic'])
    .executeTakeFirstOrThrow(() => new Failure('not_found'))
}

/** The closest other date on which a khutbah of the masjid has the same topic. */
async function sameTopicOn(
  reader: Queryable,
  { masjidUid, date }: { readonly masjidUid: string; readonly date: string },
  topic: string,
): Promise<string | null> {
  const { from, to } = datesWithoutTopic(date)
  const topics = await topicsOf(reader, masjidUid)
    .where('s.date', '>=', from)
    .where('s.date', '<=', to)
    .execute()
  return dateOfSameTopic({ date, topic }, datesByTopic(topics))
}

/** The topics of a masjid's khutbahs, the latest date first. */
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
