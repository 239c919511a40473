import ICAL from 'ical.js'

/** An event as a calendar program reads it. */
export interface ReadEvent {
  readonly uid: string
  readonly title: string
  readonly startsAt: Date
  readonly endsAt: Date
  readonly status: string
  readonly sequence: number
  readonly location: string | null
}

/** Returns the name of a calendar as a calendar program reads it. */
export function readCalendarName(file: string): unknown {
  // ical.js unescapes only properties that it knows, so give the property such a name.
  return new ICAL.Component(ICAL.parse(file.replace('X-WR-CALNAME', 'SUMMARY'))).getFirstPropertyValue(
    'summary',
  )
}

/** Reads an iCalendar file with a library that shares no code with the product. */
export function readCalendar(file: string): readonly ReadEvent[] {
  const calendar = new ICAL.Component(ICAL.parse(file))
  ICAL.TimezoneService.reset()
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    return {
      uid: event.uid,
      title: event.summary,
      startsAt: event.startDate.toJSDate(),
      endsAt: event.endDate.toJSDate(),
      status: String(component.getFirstPropertyValue('status')),
      sequence: event.sequence,
      location: event.location,
    }
  })
}
