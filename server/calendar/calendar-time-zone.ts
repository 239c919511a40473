import type { IcsTimezone, IcsTimezoneProp } from 'ts-ics'

/** The rule since 2007: US clocks change at 2 AM, on the second Sunday of March and the first Sunday of November. */
const clockChanges = {
  DAYLIGHT: { month: 2, occurrence: 2, firstDate: '2007-03-11T02:00Z' },
  STANDARD: { month: 10, occurrence: 1, firstDate: '2007-11-04T02:00Z' },
} as const

/** Returns the definition of a US time zone for a calendar file. A calendar file may only use zones that it defines. */
export function calendarTimeZone(id: string): IcsTimezone {
  const standard = offsetAt(id, new Date('2026-01-15T12:00Z'))
  const daylight = offsetAt(id, new Date('2026-07-15T12:00Z'))
  if (standard === daylight) {
    const start = instantAtOffset(new Date('2007-01-01T00:00Z'), standard)
    return { id, props: [{ type: 'STANDARD', start, offsetFrom: standard, offsetTo: standard }] }
  }
  return {
    id,
    props: [clockChange('DAYLIGHT', standard, daylight), clockChange('STANDARD', daylight, standard)],
  }
}

function clockChange(type: keyof typeof clockChanges, offsetFrom: string, offsetTo: string): IcsTimezoneProp {
  const { month, occurrence, firstDate } = clockChanges[type]
  return {
    type,
    // ts-ics writes the start with the new offset, but RFC 5545 (3.8.2.4) requires the wall clock before the change. So this is the instant
    // at which a clock with the new offset shows that wall-clock time.
    start: instantAtOffset(new Date(firstDate), offsetTo),
    offsetFrom,
    offsetTo,
    recurrenceRule: { frequency: 'YEARLY', byMonth: [month], byDay: [{ day: 'SU', occurrence }] },
  }
}

/** Returns the offset of a time zone from UTC at an instant, in the format of calendar files: `-0500`. */
function offsetAt(timeZone: string, instant: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(
    instant,
  )
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return name.slice('GMT'.length).replace(':', '') || '+0000'
}

/** Returns the instant at which a clock with this offset shows the same date and time as `wallClock` shows in UTC. */
function instantAtOffset(wallClock: Date, offset: string): Date {
  return new Date(`${wallClock.toISOString().slice(0, 19)}${offset.slice(0, 3)}:${offset.slice(3)}`)
}
