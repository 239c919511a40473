import { type RawBuilder, sql } from 'kysely'
import { hashOfWords } from '../sql-fragments/hash-of-slot-words.ts'
import { instantOfWallClock } from '../sql-fragments/instants.ts'
import { isAwaitingReconfirmation } from '../sql-fragments/is-awaiting-reconfirmation.ts'
import { kindsThatSay, type NewsMeaning } from './content/news-kinds.ts'
import { topicStillComesAgain } from './topic-comes-again.ts'

/**
 * SQL condition: news is no longer true, because something has happened since it was queued. Then either later news describes the current
 * state, or the reader caused the event. False for news about unknown rows. News is overtaken in these cases. Each line has the event that
 * the news reports, and then what has happened since:
 *
 * - A proposal awaits an answer: the proposal is not pending any more, or one of its sides is suspended. Screens hide such a proposal, and
 *   it can't be answered.
 * - A khateeb asks for approval: the masjid has marked him, or he is suspended.
 * - A masjid has approved a khateeb: he is no longer approved.
 * - A khateeb is confirmed: the assignment has ended. But a letter that lists closed proposals is sent anyway, because no other letter
 *   lists them.
 * - The words of a slot have changed: the assignment has ended, or the words have changed again.
 * - A topic is repeated: the assignment has ended, or one of the topics has been changed or removed.
 * - A khateeb has confirmed a new start (news for both sides): the assignment has ended, or awaits another reconfirmation.
 * - A proposal has ended: the khateeb is confirmed for the slot, or has a newer proposal for it.
 * - An assignment has ended, or a khutbah was canceled: the khateeb is confirmed for the same slot again, or for another slot in its place
 *   (`slotConfirmedInstead`). `newsAsOfNow` then replaces the news with an update of the calendar event.
 * - The reader's party has moved a slot, or has changed its instant by a new time zone: the slot has moved again, or its instant has
 *   changed again, or the assignment has ended.
 * - A slot has moved: it has moved again, the assignment or the proposal that moved with it has ended, or a side of the proposal is
 *   suspended. But a letter that lists closed proposals is sent anyway.
 * - A masjid has moved: it is back at its former place, or the khateeb has lost all slots that the letter lists. While the masjid or the
 *   khateeb is suspended, a slot for which he is only invited or has only requested counts as lost. But a letter that lists closed
 *   proposals is sent anyway.
 * @param letter table alias of a row with `kind` and `props`
 */
export function isOvertaken(letter: string): RawBuilder<boolean> {
  const props = sql.ref(`${letter}.props`)
  const says = (meaning: NewsMeaning) =>
    sql`${sql.ref(`${letter}.kind`)} = any(${kindsThatSay(meaning)}::text[])`
  const occasion = sql`${props} -> 'occasion'`
  const masjidUid = uuidOf(sql`${occasion} ->> 'masjidUid'`)
  const isForKhateebAndSlot = sql`slot_id = ${uuidOf(sql`${occasion} ->> 'slotId'`)} and khateeb_uid = ${uuidOf(sql`${props} ->> 'khateebUid'`)}`
  const isAssigned = sql`exists (select from assignments where ${isForKhateebAndSlot} and ended_at is null)`
  const wasAssigned = sql`exists (select from assignments where ${isForKhateebAndSlot})`
  const slotIds = sql`select ${uuidOf(sql`it ->> 'slotId'`)} from jsonb_array_elements(${props} -> 'slots') as given (it)`
  const isForKhateebAndListedSlot = sql`slot_id in (${slotIds}) and khateeb_uid = ${uuidOf(sql`${props} ->> 'khateebUid'`)}`
  const khateebUid = uuidOf(sql`${props} ->> 'khateebUid'`)
  /** Whether the start of a slot, a row of `slots` with the alias `s`, differs from the start in the news. */
  const hasAnotherStart = sql`(to_char(s.date, 'YYYY-MM-DD') <> ${occasion} ->> 'date' or to_char(s.time, 'HH24:MI') <> ${occasion} ->> 'time')`
  const hasMoved = sql`exists (
    select from slots s join masjids m on m.uid = s.masjid_uid
    where s.id = ${uuidOf(sql`${occasion} ->> 'slotId'`)} and (${hasAnotherStart}
      or ${startIn(sql.ref('m.time_zone'))} <> ${startIn(sql`${occasion} ->> 'timeZone'`)}))`
  const isMarked = sql`select from khateeb_marks mark where mark.masjid_uid = ${masjidUid} and mark.khateeb_uid = ${khateebUid}`
  const isSuspended = sql`(exists (select from masjids where uid = ${masjidUid} and hidden)
    or exists (select from khateebs where uid = ${khateebUid} and hidden))`
  return sql<boolean>`(case ${sql.ref(`${letter}.kind`)}
    when 'approval_asked' then exists (${isMarked} and mark.mark is not null) or ${isSuspended}
    when 'approval_given' then exists (select from khateebs where uid = ${khateebUid})
      and not exists (${isMarked} and mark.mark = 'approved')
    else case
    when ${says('pending')} then ${isSuspended} or exists (
      select from proposals where id = ${uuidOf(sql`${props} ->> 'proposalId'`)} and state <> 'pending')
    when ${sql.ref(`${letter}.kind`)} in ('khateeb_reconfirmed', 'you_reconfirmed') then ${wasAssigned} and not exists (
      select from assignments where ${isForKhateebAndSlot} and ended_at is null and not ${isAwaitingReconfirmation('assignments')})
    when ${sql.ref(`${letter}.kind`)} = 'slot_described' then ${wasAssigned} and not ${isAssigned} or exists (
      select from slots s where s.id = ${uuidOf(sql`${occasion} ->> 'slotId'`)} and ${hashOfWords('s')} <> ${props} ->> 'wordsHash')
    when ${sql.ref(`${letter}.kind`)} = 'topic_comes_again' then ${wasAssigned} and not ${topicStillComesAgain(props, isForKhateebAndSlot)}
    when ${says('confirmed')} then ${wasAssigned} and not ${isAssigned} and jsonb_array_length(${props} -> 'closed') = 0
    when ${says('ended')} then ${isAssigned} or exists (
      select from proposals where ${isForKhateebAndSlot} and state = 'pending')
    when ${sql.ref(`${letter}.kind`)} = 'you_moved_slot' then ${wasAssigned} and not ${isAssigned} or ${hasMoved}
    when ${says('canceled')} or ${says('ended_by_reader')} then ${slotConfirmedInstead(letter)} is not null
    when ${sql.ref(`${letter}.kind`)} = 'slot_moved' then jsonb_array_length(${props} -> 'closed') = 0 and exists (
      select from slots s
      where s.id = ${uuidOf(sql`${occasion} ->> 'slotId'`)} and (${hasAnotherStart}
        or not case ${props} ->> 'was' when 'confirmed' then ${isAssigned}
          else not ${isSuspended} and exists (
            select from proposals where id = ${uuidOf(sql`${props} ->> 'rowId'`)} and state = 'pending') end))
    when ${says('moved')} then coalesce(jsonb_array_length(${props} -> 'closed'), 0) = 0 and (exists (
        select from masjids m where m.uid = ${masjidUid} and jsonb_build_object('address', m.masjid_address, 'city', m.city,
          'stateCode', m.state_code, 'zipCode', m.zip_code, 'timeZone', m.time_zone) = ${props} -> 'before')
      or (exists (select from slots where id in (${slotIds}))
        and not exists (select from assignments where ${isForKhateebAndListedSlot} and ended_at is null)
        and (${isSuspended} or not exists (select from proposals where ${isForKhateebAndListedSlot} and state = 'pending'))))
    else false end end)`
}

/** SQL for the instant at which a slot's date and time occur in a time zone. For a row of `slots` with the alias `s`. */
function startIn(timeZone: RawBuilder<string>): RawBuilder<Date> {
  return instantOfWallClock(sql`(s.date + s.time)`, timeZone)
}

/**
 * SQL for the id of the slot for which the khateeb is confirmed now, after the assignment in the news has ended: the same slot on the same
 * date, perhaps at another time, or another slot of the masjid on the same date at the same time. Null without such a slot. A slot that has
 * moved to another date doesn't count, because no other letter tells the khateeb that the khutbah on the former date was canceled.
 * @param letter table alias of a row with `props`
 */
export function slotConfirmedInstead(letter: string): RawBuilder<string | null> {
  const props = sql.ref(`${letter}.props`)
  const occasion = sql`${props} -> 'occasion'`
  const isSameSlot = sql`s.id = ${uuidOf(sql`${occasion} ->> 'slotId'`)}`
  return sql`(
    select s.id from assignments a join slots s on s.id = a.slot_id
    where a.khateeb_uid = ${uuidOf(sql`${props} ->> 'khateebUid'`)} and a.ended_at is null
      and s.masjid_uid = ${uuidOf(sql`${occasion} ->> 'masjidUid'`)}
      and to_char(s.date, 'YYYY-MM-DD') = ${occasion} ->> 'date'
      and (${isSameSlot} or to_char(s.time, 'HH24:MI') = ${occasion} ->> 'time')
    order by ${isSameSlot} desc limit 1)`
}

/**
 * SQL that converts a text to a UUID; null if the text is not a UUID. So one letter with a wrong id doesn't block all other letters to its
 * recipient.
 */
export function uuidOf(text: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`case when ${text} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (${text})::uuid end`
}
