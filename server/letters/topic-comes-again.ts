import { type RawBuilder, sql } from 'kysely'
import { weeksBetweenTopics } from '../../domain/khutbahs/topic.ts'
import { hashOf } from '../tokens.ts'

/**
 * Returns a hash of a topic's exact words. SQL cannot call `topicKey`, which treats several spellings as one topic. So news of a repeated
 * topic has a hash of each spelling that was in use, and SQL compares these hashes. The news does not have the words, because a deletion
 * must erase them.
 */
export function hashOfTopic(topic: string): string {
  return hashOf(topic).toString('hex')
}

/**
 * SQL condition: a khateeb's topic is still repeated at the masjid within `weeksBetweenTopics`.
 * @param props the props of the news `topic_comes_again`
 * @param isForKhateebAndSlot SQL condition that selects the khateeb's assignment for the slot from `assignments`
 */
export function topicStillComesAgain(
  props: RawBuilder<unknown>,
  isForKhateebAndSlot: RawBuilder<unknown>,
): RawBuilder<boolean> {
  // News from before `topicHashes` existed has no hashes, so any topic counts.
  const hasTopic = (assignment: string) => {
    const topic = sql.ref(`${assignment}.topic`)
    return sql`(${topic} is not null and coalesce(
      jsonb_exists(${props} -> 'topicHashes', encode(sha256(convert_to(${topic}, 'UTF8')), 'hex')), true))`
  }
  return sql<boolean>`exists (
    select from (select * from assignments where ${isForKhateebAndSlot} and ended_at is null) own
      join slots s on s.id = own.slot_id
      join assignments other on other.masjid_uid = own.masjid_uid and other.ended_at is null
      join slots t on t.id = other.slot_id and t.date <> s.date and abs(t.date - s.date) <= ${sql.lit(7 * weeksBetweenTopics)}
    where ${hasTopic('own')} and ${hasTopic('other')})`
}
