import type { IcsEvent } from 'ts-ics'
import type { Role } from '../../contract/endpoint.ts'
import { addressLine } from '../../contract/map-url.ts'
import { paths } from '../../contract/screen-paths.ts'
import { instantOf, occursTwice } from '../../domain/khutbahs/wall-clock.ts'
import type { CalendarEvent, EventState } from './calendar-events.ts'
import { calendarTimeZone } from './calendar-time-zone.ts'
import { type EventToWrite, writeCalendar } from './write-calendar.ts'

interface CalendarContent {
  /** The role of the party that reads the calendar. */
  readonly role: Role
  /** The calendar's name. Without a name, a program adds the events to one of its own calendars. */
  readonly name?: string
  /** What a calendar program does with the events (RFC 5546). By default it adds or updates them. */
  readonly method?: 'PUBLISH' | 'CANCEL'
  readonly events: readonly CalendarEvent[]
  /** The site’s address, for the links in events. Null leaves out the links. */
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

/** Returns a party’s khutbahs as an iCalendar file (RFC 5545). The file has no phone numbers. */
export function calendarFile({ role, name, method = 'PUBLISH', events, publicUrl }: CalendarContent): string {
  const timeZones = [...new Set(events.map(({ timeZone }) => timeZone))]
  return writeCalendar({
    method,
    ...(name !== undefined && { name: `Minbar: ${name}` }),
    timezones: timeZones.map(calendarTimeZone),
    events: events.map((event) => calendarEntry(event, role, publicUrl)),
  })
}

function calendarEntry(event: CalendarEvent, role: Role, publicUrl: string | null): EventToWrite {
  const { date, state, place, masjidUid } = event
  return {
    uid: `${event.slotId}-${event.khateebUid}@minbar`,
    sequence: event.sequence,
    changedAt: event.changedAt,
    start: eventStart(event),
    summary: titles[role][state](role === 'khateeb' ? event.masjidName : event.khateebName),
    status: state === 'confirmed' ? 'CONFIRMED' : state === 'canceled' ? 'CANCELLED' : 'TENTATIVE',
    ...descriptionOf(event),
    timeTransparent: state === 'confirmed' ? 'OPAQUE' : 'TRANSPARENT',
    ...(place !== null && { location: addressLine(place) }),
    ...(place !== null && publicUrl !== null && { url: `${publicUrl}${paths.khutbah(date, masjidUid)}` }),
  }
}

/** Calendars are only in English. */
const languageNames = new Intl.DisplayNames('en-US', { type: 'language' })

/** Returns the event’s description: the khateeb’s topic, and the slot’s language and note. Canceled events have no description. */
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

/** Returns the start of an event: on the masjid’s wall clock with its time zone if possible, otherwise in UTC. */
export function eventStart(event: EventTime): IcsEvent['start'] {
  const { date, time, timeZone, startsAt } = event
  return {
    date: startsAt,
    // The library (ts-ics) writes only the wall clock and the time zone, although its type also requires an offset.
    ...(isExactOnWallClock(event) && {
      local: { date: new Date(`${date}T${time}Z`), timezone: timeZone, tzoffset: '' },
    }),
  }
}

/**
 * Returns whether the masjid’s wall clock and time zone give the right start. False for a time that occurs twice, because
 * calendar programs disagree about its instant, and for a past khutbah of a masjid that has moved to another time zone. Such starts are
 * written in UTC.
 */
function isExactOnWallClock({ date, time, timeZone, startsAt }: EventTime): boolean {
  return (
    !occursTwice(date, time, timeZone) && instantOf(date, time, timeZone)?.getTime() === startsAt.getTime()
  )
}
