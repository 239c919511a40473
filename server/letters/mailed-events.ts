import { sql } from 'kysely'
import { type Database, databaseNow, type Queryable } from '../database/database.ts'
import type { LetterRecipient } from './answer-tokens.ts'
import type { LetterWithNews } from './content/letter.ts'
import { onlyCancelsEvents } from './content/news-kinds.ts'

/**
 * Records that a letter to a member has the calendar events of these slots and khateebs. Leaves out ended assignments. Call it before the
 * events are read. If an assignment ends meanwhile, either it is recorded here, so that a cancellation follows, or the letter already shows
 * it as canceled.
 */
export async function recordMailedEvents(
  reader: Queryable,
  { address, partyUid }: LetterRecipient,
  pairs: readonly { readonly slotId: string; readonly khateebUid: string }[],
): Promise<void> {
  const slotIds = pairs.map(({ slotId }) => slotId)
  const khateebUids = pairs.map(({ khateebUid }) => khateebUid)
  // The lock keeps the membership, which the new row refers to.
  await sql`
    insert into mailed_events (assignment_id, person_id, party_uid)
    select a.id, m.person_id, m.party_uid
    from people person
      join memberships m on m.person_id = person.id
      cross join assignments a
    where person.email = ${address} and m.party_uid = ${partyUid} and a.ended_at is null
      and (a.slot_id, a.khateeb_uid) in (select * from unnest(${slotIds}::uuid[], ${khateebUids}::uuid[]))
    for key share of m
    on conflict do nothing`.execute(reader)
}

/** Leaves out news that only cancels a calendar event, if no letter to this member had the event. */
export async function withoutNeedlessCancellations(
  reader: Queryable,
  { address, partyUid }: LetterRecipient,
  letters: readonly LetterWithNews[],
): Promise<readonly LetterWithNews[]> {
  const ids = letters.flatMap((it) => (onlyCancelsEvents(it) ? [it.props.assignmentId] : []))
  if (ids.length === 0) return letters
  const rows = await reader
    .selectFrom('mailed_events as e')
    .innerJoin('people as p', 'p.id', 'e.person_id')
    .where('p.email', '=', address)
    .where('e.party_uid', '=', partyUid)
    .where(sql<boolean>`e.assignment_id = any(${ids}::uuid[])`)
    .select('e.assignment_id as assignmentId')
    .execute()
  const mailed = new Set(rows.map(({ assignmentId }) => assignmentId))
  return letters.filter((it) => !onlyCancelsEvents(it) || mailed.has(it.props.assignmentId))
}

/** Deletes the records of calendar events that have begun. */
export async function deletePastMailedEvents({ reader }: Database): Promise<void> {
  await reader
    .deleteFrom('mailed_events')
    .using('assignments as a')
    .whereRef('a.id', '=', 'mailed_events.assignment_id')
    .where('a.starts_at', '<', databaseNow)
    .execute()
}
