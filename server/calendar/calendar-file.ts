import { generateIcsCalendar, type IcsEvent } from 'ts-ics'
import type { Role } from '../../contract/endpoint.ts'
import { addressLine } from '../../contract/map-url.ts'
import { paths } from '../../contract/screen-paths.ts'
import { instantOf, occursTwice } from '../../domain/khutbahs/wall-clock.ts'
import type { CalendarEvent, EventState } from './calendar-events.ts'
import { calendarTimeZone } from './calendar-time-zone.ts'

interface CalendarContent {
  /** The role of the party that reads it. */
  readonly role: Role
  /** The calendar's. Without it, a program adds the events to a calendar that it has. */
  readonly name?: string
  /** What a program does with the events (RFC 5546). By default it adds or updates them. */
  readonly method?: 'PUBLISH' | 'CANCEL'
  readonly events: readonly CalendarEvent[]
  /** Null leaves out the links. */
  readonly publicUrl: string | null
}

const titles: { readonly [R in Role]: { readonly [S in EventState]: (other: string) => string } } = {
  khateeb: {
    confirmed: (masjid) => `Khutbah at ${masjid}`,
    awaits_reconfirmation: (masjid) => `Please confirm again: khutbah at ${masjid}`,
    invite: (masjid) => `Invite: khutbah at ${masjid}`,
    request: (masjid) => `You requested: khutbah at ${masjid}`,
    canceled: (masjid) => `Canceled: khutbah at ${masjid}`,
  },
  masjid: {
    confirmed: (khateeb) => `Khutbah by ${khateeb}`,
    awaits_reconfirmation: (khateeb) => `Asked to confirm again: khutbah by ${khateeb}`,
    invite: (khateeb) => `Invited: khutbah by ${khateeb}`,
    request: (khateeb) => `Request: khutbah by ${khateeb}`,
    canceled: (khateeb) => `Canceled: khutbah by ${khateeb}`,
  },
}

/** Writes a party's khutbahs as an iCalendar file (RFC 5545). It has no phones. */
export function calendarFile({ role, name, method = 'PUBLISH', events, publicUrl }: CalendarContent): string {
  const timeZones = [...new Set(events.map(({ timeZone }) => timeZone))]
  return generateIcsCalendar({
    version: '2.0',
    prodId: '-//Minbar//Minbar//EN',
    method,
    // The second says how often a calendar program should read it.
    ...(name !== undefined && { name: `Minbar: ${name}`, nonStandard: { 'X-PUBLISHED-TTL': 'PT1H' } }),
    timezones: timeZones.map(calendarTimeZone),
    events: events.map((event) => calendarEntry(event, role, publicUrl)),
  })
}

function calendarEntry(event: CalendarEvent, role: Role, publicUrl: string | null): IcsEvent {
  const { date, state, place, masjidUid } = event
  return {
    uid: `${event.slotId}-${event.khateebUid}@minbar`,
    sequence: event.sequence,
    stamp: { date: event.changedAt },
    lastModified: { date: event.changedAt },
    start: eventStart(event),
    duration: { hours: 1 },
    summary: titles[role][state](role === 'khateeb' ? event.masjidName : event.khateebName),
    status: state === 'confirmed' ? 'CONFIRMED' : state === 'canceled' ? 'CANCELLED' : 'TENTATIVE',
    ...descriptionOf(event),
    timeTransparent: state === 'confirmed' ? 'OPAQUE' : 'TRANSPARENT',
    ...(place !== null && { location: addressLine(place) }),
    ...(place !== null && publicUrl !== null && { url: `${publicUrl}${paths.khutbah(date, masjidUid)}` }),
  }
}

/** Calendars are in English. */
const languageNames = new Intl.DisplayNames('en-US', { type: 'language' })

/** The khateeb's topic, and what the masjid asks of him, unless the event is canceled. */
function descriptionOf({ state, topic, language, note }: CalendarEvent): Pick<IcsEvent, 'description'> {
  if (state === 'canceled') return {}
  const lines = [
    topic === null ? '' : `Topic: ${topic}`,
    language === null ? '' : `Language: ${languageNames.of(language) ?? language}`,
    note,
  ]
  const description = lines.filter((it) => it !== '').join('\n')
  return description === '' ? {} : { description }
}

type EventTime = Pick<CalendarEvent, 'date' | 'time' | 'timeZone' | 'startsAt'>

/** The start of an event: the masjid's wall clock and zone, if they tell it. */
export function eventStart(event: EventTime): IcsEvent['start'] {
  const { date, time, timeZone, startsAt } = event
  return {
    date: startsAt,
    // ts-ics writes the wall clock and the zone, and ignores the offset, which its type requires.
    ...(isToldByWallClock(event) && {
      local: { date: new Date(`${date}T${time}Z`), timezone: timeZone, tzoffset: '' },
    }),
  }
}

/**
 * Whether the masjid's wall clock tells the start. If not, it is written in UTC: programs disagree on a time that occurs twice, and a past
 * khutbah keeps its start when the masjid moves to another time zone.
 */
function isToldByWallClock({ date, time, timeZone, startsAt }: EventTime): boolean {
  return (
    !occursTwice(date, time, timeZone) && instantOf(date, time, timeZone)?.getTime() === startsAt.getTime()
  )
}
