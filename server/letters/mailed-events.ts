import { sql } from 'kysely'
import type { EventState } from '../calendar/calendar-events.ts'
import { type Database, databaseNow, type Queryable } from '../database/database.ts'
import { isAwaitingReconfirmation } from '../sql-fragments/is-awaiting-reconfirmation.ts'
import type { LetterWithNews } from './content/letter.ts'
import type { EventOfDeletedParty } from './content/member-letter-props.ts'
import { isConfirmation, kindsThatSay, newsIn, onlyUpdatesEvents } from './content/news-kinds.ts'
import { isNotHeldSinceRestore, isUnsent } from './letter-predicates.ts'

/** A member who gets a party's letters. */
export interface MemberOfParty {
  readonly personId: string
  readonly partyUid: string
}

/** The id of a letter with news, and the member who gets it. */
interface LetterToMember extends MemberOfParty {
  readonly id: string
}

/** A slot and a khateeb. They have one calendar event, even if the khateeb is confirmed for the slot a second time. */
export interface SlotAndKhateeb {
  readonly slotId: string
  readonly khateebUid: string
}

/** The record that a member got a calendar event. `mailing` changes with each letter that has the event. */
export interface MailedEvent extends SlotAndKhateeb {
  readonly mailing: string
  /** Whether the event in the last letter has the current start and status. False if unknown. */
  readonly isCurrent: boolean
}

/** An event in a letter that was sent. `mailing` is from the record that was made for the letter. */
export interface SentEvent extends Pick<MailedEvent, 'slotId' | 'khateebUid' | 'mailing'> {
  readonly startsAt: Date
  readonly state: EventState
}

/**
 * Records that a letter to a member has the calendar events of these slots and khateebs. Leaves out ended assignments. Returns all records
 * of these events for this member, also those of earlier letters. Call this function before you read the events. If an assignment ends
 * meanwhile, either its event is recorded here, so that a cancellation follows, or the letter already shows the event as canceled. If an
 * assignment begins meanwhile, the letter must be written again.
 */
export async function recordMailedEvents(
  db: Queryable,
  { personId, partyUid }: MemberOfParty,
  events: readonly SlotAndKhateeb[],
): Promise<readonly MailedEvent[]> {
  // The lock prevents the deletion of the membership, to which the new rows refer. The order prevents deadlocks with another letter to the
  // member.
  await sql`
    insert into mailed_events (slot_id, khateeb_uid, person_id, party_uid)
    select a.slot_id, a.khateeb_uid, m.person_id, m.party_uid
    from memberships m cross join assignments a
    where m.person_id = ${personId} and m.party_uid = ${partyUid} and a.ended_at is null
      and ${isOneOf('a', events)}
    order by a.slot_id
    for key share of m
    on conflict (slot_id, khateeb_uid, person_id, party_uid)
      do update set mailing = excluded.mailing, starts_at = null, awaits_reconfirmation = null`.execute(db)
  return mailedEvents(db, { personId, partyUid }, events)
}

/**
 * Records the start and the status of the events in a letter that was sent, and deletes the records of events that it has canceled. Call
 * this function after the letter was sent, because a retry must have the same events again. Ignores an event that another letter has had
 * since: the khateeb may have been confirmed again, or the slot may have moved.
 */
export async function recordSentEvents(db: Queryable, sent: readonly SentEvent[]): Promise<void> {
  // Change one record at a time, so that no deadlock with another letter to the member is possible.
  for (const { slotId, khateebUid, mailing, startsAt, state } of sent) {
    const isRecord = sql<boolean>`slot_id = ${slotId} and khateeb_uid = ${khateebUid} and mailing = ${mailing}`
    await (state === 'canceled'
      ? db.deleteFrom('mailed_events').where(isRecord)
      : db
          .updateTable('mailed_events')
          .set({ starts_at: startsAt, awaits_reconfirmation: state === 'awaits_reconfirmation' })
          .where(isRecord)
    ).execute()
  }
}

/**
 * Returns the calendar events that members of a party got in letters, by the member's id. Call this function before the party's memberships
 * are deleted, because the records are deleted with the memberships.
 */
export async function mailedEventsOfParty(
  reader: Queryable,
  partyUid: string,
): Promise<ReadonlyMap<string, readonly EventOfDeletedParty[]>> {
  const rows = await reader
    .selectFrom('mailed_events')
    .where('party_uid', '=', partyUid)
    .orderBy('slot_id')
    .select(['person_id as personId', 'party_uid as partyUid'])
    .select(['slot_id as slotId', 'khateeb_uid as khateebUid'])
    .execute()
  const byMember = new Map<string, EventOfDeletedParty[]>()
  for (const { personId, ...event } of rows)
    byMember.set(personId, [...(byMember.get(personId) ?? []), event])
  return byMember
}

/**
 * Leaves out needless news that only updates or cancels a calendar event: either the member has no such event, because no letter had it or
 * a letter has canceled it, or the last letter had the event's current start and status. Also leaves out the news of a new assignment that
 * replaces overtaken news if this or a later unsent letter says that the khateeb is confirmed: that letter has the event, too.
 */
export async function withoutNeedlessEventUpdates(
  reader: Queryable,
  letter: LetterToMember,
  news: readonly LetterWithNews[],
): Promise<readonly LetterWithNews[]> {
  const updated = news.filter(onlyUpdatesEvents).map(eventOf)
  if (updated.length === 0) return news
  // Read the later letters before the records. If a later letter is sent meanwhile, it is found here as unsent. If it was sent before, the
  // records are current.
  const later = news.some(isOnlyOfNewAssignment) ? await newsInLaterLetters(reader, letter) : []
  const outdated = (await mailedEvents(reader, letter, updated)).filter(({ isCurrent }) => !isCurrent)
  const confirmed = [...news, ...later].filter(isConfirmation).map(eventOf)
  const isOneOfEvents = (it: LetterWithNews, events: readonly SlotAndKhateeb[]) =>
    events.some((event) => isSameEvent(event, eventOf(it)))
  return news.filter(
    (it) =>
      !onlyUpdatesEvents(it) ||
      (isOneOfEvents(it, outdated) && !(isOnlyOfNewAssignment(it) && isOneOfEvents(it, confirmed))),
  )
}

/** Whether news of a new assignment replaces overtaken news, and has no event of another slot to cancel or update. */
const isOnlyOfNewAssignment = ({ kind, props }: LetterWithNews) =>
  kindsThatSay('event_updated').includes(kind) && !('formerSlotId' in props)

/**
 * Returns the news in later unsent letters to the member. An earlier letter does not count: it confirms the assignment that has ended, and
 * may be in flight with the event's former start. A held letter does not count, either: the former start may be before its digest.
 */
async function newsInLaterLetters(
  reader: Queryable,
  { id, personId, partyUid }: LetterToMember,
): Promise<readonly LetterWithNews[]> {
  const letters = await reader
    .selectFrom('letters')
    .where('person_id', '=', personId)
    .where('party_uid', '=', partyUid)
    .where('id', '<>', id)
    .where('created_at', '>=', (letter) =>
      letter.selectFrom('letters as it').where('it.id', '=', id).select('it.created_at'),
    )
    .where('held', '=', false)
    .where(isUnsent('letters'))
    .where(isNotHeldSinceRestore('letters'))
    .select(['kind', 'props'])
    .execute()
  return letters.flatMap(newsIn)
}

/** Returns the event that a piece of news updates or cancels. */
const eventOf = ({ props }: LetterWithNews): SlotAndKhateeb => ({
  slotId: ('formerSlotId' in props ? props.formerSlotId : undefined) ?? props.occasion.slotId,
  khateebUid: props.khateebUid,
})

/** Whether both have the same slot and khateeb, and so the same calendar event. */
export const isSameEvent = (a: SlotAndKhateeb, b: SlotAndKhateeb): boolean =>
  a.slotId === b.slotId && a.khateebUid === b.khateebUid

function mailedEvents(
  reader: Queryable,
  { personId, partyUid }: MemberOfParty,
  events: readonly SlotAndKhateeb[],
): Promise<readonly MailedEvent[]> {
  return reader
    .selectFrom('mailed_events as e')
    .where('e.person_id', '=', personId)
    .where('e.party_uid', '=', partyUid)
    .where(isOneOf('e', events))
    .select(['e.slot_id as slotId', 'e.khateeb_uid as khateebUid', 'e.mailing'])
    .select(
      sql<boolean>`exists (
        select from assignments a where a.slot_id = e.slot_id and a.khateeb_uid = e.khateeb_uid and a.ended_at is null
          and a.starts_at = e.starts_at and ${isAwaitingReconfirmation('a')} = e.awaits_reconfirmation)`.as(
        'isCurrent',
      ),
    )
    .execute()
}

/** Returns an SQL condition: the row `alias` has the slot and the khateeb of one of these events. */
function isOneOf(alias: string, events: readonly SlotAndKhateeb[]) {
  const slotIds = events.map(({ slotId }) => slotId)
  const khateebUids = events.map(({ khateebUid }) => khateebUid)
  return sql<boolean>`(${sql.ref(`${alias}.slot_id`)}, ${sql.ref(`${alias}.khateeb_uid`)}) in (
    select * from unnest(${slotIds}::uuid[], ${khateebUids}::uuid[]))`
}

/** Deletes the records of calendar events that have begun. */
export async function deletePastMailedEvents({ db }: Database): Promise<void> {
  await db
    .deleteFrom('mailed_events')
    .using('slots as s')
    .whereRef('s.id', '=', 'mailed_events.slot_id')
    .where('s.starts_at', '<', databaseNow)
    .execute()
}
