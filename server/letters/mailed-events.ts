import { sql } from 'kysely'
import { type Database, databaseNow, type Queryable } from '../database/database.ts'
import type { LetterWithNews } from './content/letter.ts'
import type { EventOfDeletedParty } from './content/member-letter-props.ts'
import { onlyUpdatesEvents } from './content/news-kinds.ts'

/** A member who gets a party's letters. */
export interface MemberOfParty {
  readonly personId: string
  readonly partyUid: string
}

/** A slot and a khateeb. They have one calendar event, even if the khateeb is confirmed for the slot a second time. */
export interface SlotAndKhateeb {
  readonly slotId: string
  readonly khateebUid: string
}

/** The record that a member got a calendar event. `mailing` changes with each letter that has the event. */
export interface MailedEvent extends SlotAndKhateeb {
  readonly mailing: string
}

/**
 * Records that a letter to a member has the calendar events of these slots and khateebs. Leaves out ended assignments. Returns all records
 * of these events for this member, also those of earlier letters. Call this function before you read the events. If an assignment ends
 * meanwhile, either its event is recorded here, so that a cancellation follows, or the letter already shows the event as canceled. If an
 * assignment begins meanwhile, call this function again.
 */
export async function recordMailedEvents(
  reader: Queryable,
  { personId, partyUid }: MemberOfParty,
  events: readonly SlotAndKhateeb[],
): Promise<readonly MailedEvent[]> {
  // The lock keeps the membership, which the new rows refer to. The order prevents deadlocks with another letter to the member.
  await sql`
    insert into mailed_events (slot_id, khateeb_uid, person_id, party_uid)
    select a.slot_id, a.khateeb_uid, m.person_id, m.party_uid
    from memberships m cross join assignments a
    where m.person_id = ${personId} and m.party_uid = ${partyUid} and a.ended_at is null
      and ${isOneOf('a', events)}
    order by a.slot_id
    for key share of m
    on conflict (slot_id, khateeb_uid, person_id, party_uid) do update set mailing = excluded.mailing`.execute(
    reader,
  )
  return mailedEvents(reader, { personId, partyUid }, events)
}

/**
 * Deletes the records of events that a letter has canceled. Call this function after the letter was sent, because a retry must have the
 * canceled events again. Keeps the record if another letter has had the event since, because the khateeb was confirmed again.
 */
export async function forgetCanceledEvents(
  reader: Queryable,
  canceled: readonly MailedEvent[],
): Promise<void> {
  // Delete one record at a time, so that no deadlock with another letter to the member is possible.
  for (const { slotId, khateebUid, mailing } of canceled)
    await reader
      .deleteFrom('mailed_events')
      .where('slot_id', '=', slotId)
      .where('khateeb_uid', '=', khateebUid)
      .where('mailing', '=', mailing)
      .execute()
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
 * Leaves out news that only updates or cancels a calendar event, if no letter to this member had the event, or an earlier letter has
 * canceled it.
 */
export async function withoutNeedlessEventUpdates(
  reader: Queryable,
  member: MemberOfParty,
  letters: readonly LetterWithNews[],
): Promise<readonly LetterWithNews[]> {
  const updated = letters.filter(onlyUpdatesEvents).map(eventOf)
  if (updated.length === 0) return letters
  const mailed = await mailedEvents(reader, member, updated)
  return letters.filter(
    (it) => !onlyUpdatesEvents(it) || mailed.some((event) => isSameEvent(event, eventOf(it))),
  )
}

const eventOf = ({ props: { occasion, khateebUid } }: LetterWithNews): SlotAndKhateeb => ({
  slotId: occasion.slotId,
  khateebUid,
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
export async function deletePastMailedEvents({ reader }: Database): Promise<void> {
  await reader
    .deleteFrom('mailed_events')
    .using('slots as s')
    .whereRef('s.id', '=', 'mailed_events.slot_id')
    .where('s.starts_at', '<', databaseNow)
    .execute()
}
