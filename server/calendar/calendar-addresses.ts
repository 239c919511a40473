import { sql } from 'kysely'
import type * as contract from '../../contract/calendar.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { accountEntry, recordAudit } from '../audit/record-audit.ts'
import { iso, type Queryable, type Tx } from '../database/database.ts'
import type { Caller } from '../http/route.ts'
import { khateebName } from '../sql-fragments/names-and-times.ts'
import { hashOf, isToken, newToken } from '../tokens.ts'
import type { CalendarOwner } from './calendar-events.ts'

/** When the caller made their address; null if they have none. */
export async function calendarAddress(
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

/** Makes a new address, in place of a former one. */
export async function makeCalendarAddress(
  tx: Tx,
  _: unknown,
  caller: Caller,
): Promise<OutputOf<typeof contract.makeCalendarAddress>> {
  const { token, hash } = newToken()
  const { personId: person_id, uid: party_uid } = caller
  await deleteAddress(tx, caller)
  await tx.insertInto('calendar_addresses').values({ token_hash: hash, person_id, party_uid }).execute()
  await recordAudit(tx, caller, [accountEntry(caller, 'calendar_address_made')])
  return { path: `/calendar/${token}.ics` }
}

export async function deleteCalendarAddress(
  tx: Tx,
  _: unknown,
  caller: Caller,
): Promise<OutputOf<typeof contract.deleteCalendarAddress>> {
  const deleted = await deleteAddress(tx, caller)
  if (deleted) await recordAudit(tx, caller, [accountEntry(caller, 'calendar_address_deleted')])
  return { deleted }
}

/** Whether there was one. */
async function deleteAddress(tx: Tx, { personId, uid }: Caller): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('calendar_addresses')
    .where('person_id', '=', personId)
    .where('party_uid', '=', uid)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Whose calendar a token of an address opens; undefined for a deleted or unknown one, and while the party is suspended. */
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
