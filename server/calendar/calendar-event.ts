import type * as contract from '../../contract/calendar.ts'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { Queryable } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import type { Caller } from '../http/route.ts'
import { calendarEvents } from './calendar-events.ts'
import { calendarFile } from './calendar-file.ts'

/**
 * Returns the calendar file of one slot with a khateeb, for the masjid or the khateeb of the slot. The event has the same UID and SEQUENCE
 * as in the party’s calendar. Throws `not_found` if the slot has no khateeb or concerns another party.
 */
export async function calendarEvent(
  reader: Queryable,
  { uid, role }: Caller,
  { slotId }: InputOf<typeof contract.getCalendarEvent>,
  publicUrl: string | null,
): Promise<OutputOf<typeof contract.getCalendarEvent>> {
  const assignment = await reader
    .selectFrom('assignments')
    .where('slot_id', '=', slotId)
    .where('ended_at', 'is', null)
    .where(role === 'masjid' ? 'masjid_uid' : 'khateeb_uid', '=', uid)
    .select(['slot_id as slotId', 'khateeb_uid as khateebUid'])
    .executeTakeFirst()
  const events =
    assignment === undefined ? [] : await calendarEvents(reader, { uid, role }, { only: [assignment] })
  if (events.length === 0) throw new Failure('not_found')
  return { file: calendarFile({ role, events, publicUrl }) }
}
