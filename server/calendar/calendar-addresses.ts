import { sql } from 'kysely'
import type * as contract from '../../contract/calendar.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { accountEntry, recordAudit } from '../audit/record-audit.ts'
import { databaseNow, iso, type Queryable, type Tx } from '../database/database.ts'
import { preventMembershipDeletion } from '../http/lock-membership.ts'
import { lockSession } from '../http/lock-session.ts'
import type { Caller } from '../http/route.ts'
import { khateebName } from '../sql-fragments/names-and-times.ts'
import { hashOf, isToken, newToken } from '../tokens.ts'
import type { CalendarOwner } from './calendar-events.ts'

/** Returns the time at which the caller created their calendar address; null if they have none. */
export async function creationTimeOfCalendarAddress(
  reader: Queryable,
  { personId, uid }: Caller,
): Promise<OutputOf<typeof contract.getCalendarAddress>> {
  const address = await reader
    .selectFrom('calendar_addresses')
    .where('person_id', '=', personId)
    .where('party_uid', '=', uid)
    .select('created_at')
    .executeTakeFirst()
  return { madeAt: address === undefined ? null : iso(address.created_at) }
}

/** Creates a calendar address for the caller, and replaces their previous one. Returns its path. */
export async function makeCalendarAddress(
  tx: Tx,
  _: unknown,
  caller: Caller,
): Promise<OutputOf<typeof contract.makeCalendarAddress>> {
  await preventMembershipDeletion(tx, caller)
  await lockSession(tx, caller)
  const { token, hash } = newToken()
  const made = { token_hash: hash, created_at: databaseNow }
  // This is one statement, so that two concurrent calls both succeed. Only the address of the later call stays valid.
  await tx
    .insertInto('calendar_addresses')
    .values({ person_id: caller.personId, party_uid: caller.uid, ...made })
    .onConflict((conflict) => conflict.constraint('one_calendar_address_a_membership').doUpdateSet(made))
    .execute()
  await recordAudit(tx, caller, [accountEntry(caller, 'calendar_address_made')])
  return { path: `/calendar/${token}.ics` }
}

export async function deleteCalendarAddress(
  tx: Tx,
  _: unknown,
  caller: Caller,
): Promise<OutputOf<typeof contract.deleteCalendarAddress>> {
  const { numDeletedRows } = await tx
    .deleteFrom('calendar_addresses')
    .where('person_id', '=', caller.personId)
    .where('party_uid', '=', caller.uid)
    .executeTakeFirst()
  const deleted = numDeletedRows > 0n
  if (deleted) await recordAudit(tx, caller, [accountEntry(caller, 'calendar_address_deleted')])
  return { deleted }
}

/** Deletes the calendar addresses that a person made at `since` or later, for all parties. */
export async function deleteAddressesMadeSince(tx: Tx, personId: string, since: Date): Promise<void> {
  await tx
    .deleteFrom('calendar_addresses')
    .where('person_id', '=', personId)
    .where('created_at', '>=', since)
    .execute()
}

/** Returns the party whose calendar a token gives access to. Undefined if the token is unknown or deleted, or the party is suspended. */
export async function ownerOfCalendar(reader: Queryable, token: string): Promise<CalendarOwner | undefined> {
  if (!isToken(token)) return undefined
  return reader
    .selectFrom('calendar_addresses as c')
    .innerJoin('parties', 'parties.uid', 'c.party_uid')
    .leftJoin('masjids as m', 'm.uid', 'c.party_uid')
    .leftJoin('khateebs as k', 'k.uid', 'c.party_uid')
    .where('c.token_hash', '=', hashOf(token))
    .where('parties.suspended_at', 'is', null)
    .select(['parties.uid', 'parties.role'])
    .select(sql<string>`coalesce(m.masjid_name, ${khateebName('k')})`.as('name'))
    .executeTakeFirst()
}
