import type { IcsTimezone, IcsTimezoneProp } from 'ts-ics'

/** Since 2007, the clocks of the US change at 2 AM on the second Sunday of March and the first of November. */
const changes = {
  DAYLIGHT: { month: 2, occurrence: 2, firstDate: '2007-03-11T02:00Z' },
  STANDARD: { month: 10, occurrence: 1, firstDate: '2007-11-04T02:00Z' },
} as const

/** Describes a time zone of the US and its territories for a calendar file, which may not refer to a zone that it doesn't describe. */
export function calendarTimeZone(id: string): IcsTimezone {
  const standard = offsetAt(id, new Date('2026-01-15T12:00Z'))
  const daylight = offsetAt(id, new Date('2026-07-15T12:00Z'))
  if (standard === daylight) {
    const start = atOffset(new Date('2007-01-01T00:00Z'), standard)
    return { id, props: [{ type: 'STANDARD', start, offsetFrom: standard, offsetTo: standard }] }
  }
  return { id, props: [change('DAYLIGHT', standard, daylight), change('STANDARD', daylight, standard)] }
}

function change(type: keyof typeof changes, offsetFrom: string, offsetTo: string): IcsTimezoneProp {
  const { month, occurrence, firstDate } = changes[type]
  return {
    type,
    // ts-ics writes the start with the new offset. RFC 5545 (3.8.2.4) wants the wall clock before the change.
    start: atOffset(new Date(firstDate), offsetTo),
    offsetFrom,
    offsetTo,
    recurrenceRule: { frequency: 'YEARLY', byMonth: [month], byDay: [{ day: 'SU', occurrence }] },
  }
}

/** The offset of a time zone from UTC at an instant, as a calendar file writes it: `-0500`. */
function offsetAt(timeZone: string, instant: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(
    instant,
  )
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return name.slice('GMT'.length).replace(':', '') || '+0000'
}

/** The instant at which clocks with this offset show what the given instant is in UTC. */
function atOffset(wallClock: Date, offset: string): Date {
  return new Date(`${wallClock.toISOString().slice(0, 19)}${offset.slice(0, 3)}:${offset.slice(3)}`)
}
