import { addressLine } from '../../contract/map-url.ts'
import { eventStart } from '../calendar/calendar-file.ts'
import { calendarTimeZone } from '../calendar/calendar-time-zone.ts'
import { writeCalendar } from '../calendar/write-calendar.ts'
import type { PublicSchedule } from './public-schedule.ts'

/**
 * Writes a public schedule as an iCalendar file (RFC 5545). The event of a slot has the status `TENTATIVE` if the slot has no khateeb, or
 * if its khateeb has not confirmed its new time yet.
 */
export function scheduleCalendar(
  { masjidName, place, timeZone, slots }: PublicSchedule,
  url: string,
): string {
  return writeCalendar({
    method: 'PUBLISH',
    name: `Khutbahs at ${masjidName}`,
    timezones: [calendarTimeZone(timeZone)],
    events: slots.map(({ eventId, khateeb, topic, removed, sequence, changedAt, ...slot }) => ({
      uid: `${eventId}@minbar`,
      sequence,
      changedAt,
      start: eventStart({ ...slot, timeZone }),
      summary: removed ? 'Canceled: khutbah' : khateeb === null ? 'Khutbah' : `Khutbah: ${khateeb}`,
      ...(topic !== null && !removed && { description: topic }),
      status: removed
        ? 'CANCELLED'
        : khateeb === null || slot.awaitsReconfirmation
          ? 'TENTATIVE'
          : 'CONFIRMED',
      timeTransparent: 'TRANSPARENT',
      location: addressLine(place),
      url,
    })),
  })
}
