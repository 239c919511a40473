import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantOf } from '../../domain/khutbahs/wall-clock.ts'
import { usTimeZones } from '../../tests/api/us-time-zones.ts'
import { readCalendar } from '../../tests/runtime/read-calendar.ts'
import type { CalendarEvent } from './calendar-events.ts'
import { calendarFile } from './calendar-file.ts'

const event: CalendarEvent = {
  slotId: 'c4d6cb37-40ab-4b7c-b6b4-2ee6a3a1dd1f',
  khateebUid: '9b9ab6ac-5a2b-4e6a-93a2-54ba5a2ac0ee',
  khateebName: 'Yusuf Khan',
  masjidUid: '2d2ba8dc-9b3d-4a8e-8f6a-90c8e9c54a34',
  masjidName: 'Masjid al-Nūr',
  place: { address: '7 Oak Street', city: 'Dearborn', stateCode: 'MI', zipCode: '48126' },
  timeZone: 'America/Detroit',
  startsAt: new Date('2026-12-04T18:30:00Z'),
  date: '2026-12-04',
  time: '13:30',
  state: 'confirmed',
  language: null,
  note: '',
  topic: null,
  sequence: 4,
  changedAt: new Date('2026-11-01T10:00:00Z'),
}

/** Returns the file as a calendar program gets it: in UTF-8. */
const write = (events: readonly CalendarEvent[], role: 'khateeb' | 'masjid' = 'khateeb') =>
  Buffer.from(
    calendarFile({ role, name: 'Yusuf Khan', events, publicUrl: 'https://minbar.example' }),
  ).toString()

test('a calendar program reads the title, time, status and place of an event as written', () => {
  expect(readCalendar(write([event]))).toEqual([
    {
      uid: `${event.slotId}-${event.khateebUid}@minbar`,
      title: 'Khutbah at Masjid al-Nūr',
      startsAt: new Date('2026-12-04T18:30:00Z'),
      endsAt: new Date('2026-12-04T19:30:00Z'),
      status: 'CONFIRMED',
      sequence: 4,
      location: '7 Oak Street, Dearborn, MI 48126',
    },
  ])
  expect(readCalendar(write([event], 'masjid'))).toMatchObject([{ title: 'Khutbah by Yusuf Khan' }])
  expect(readCalendar(write([{ ...event, place: null }]))).toMatchObject([{ location: null }])
})

test('a calendar file asks calendar programs to read it once an hour, by a property before its events (RFC 5545, 3.6)', () => {
  const lines = write([event]).split('\r\n')
  const header = lines.slice(0, lines.indexOf('BEGIN:VTIMEZONE'))
  expect(header).toContain('X-PUBLISHED-TTL:PT1H')
})

test.each([
  ['awaits_reconfirmation', 'TENTATIVE'],
  ['invite', 'TENTATIVE'],
  ['request', 'TENTATIVE'],
  ['canceled', 'CANCELLED'],
] as const)('a calendar event in the state %s has the status %s', (state, status) => {
  expect(readCalendar(write([{ ...event, state }]))).toMatchObject([{ status }])
})

test('a past khutbah keeps its start in the calendar after the masjid has moved to another time zone', () => {
  const moved = { ...event, timeZone: 'America/Chicago' }
  expect(readCalendar(write([moved]))).toMatchObject([{ startsAt: event.startsAt }])
})

test('a calendar program reads a masjid name with special characters as part of one event’s title', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }), (text) => {
      // Removes control characters, which the contract refuses, and surrounding spaces, which the contract trims.
      const name = text.replace(/\p{C}/gu, '').trim()
      const [read, ...others] = readCalendar(write([{ ...event, masjidName: name }]))
      expect(read?.title.trim()).toBe(`Khutbah at ${name}`.trim())
      expect(others).toEqual([])
    }),
  )
})

test.each([
  ['Arabic letters', 'مسجد النور والهدى '],
  ['emoji', '🕌'],
  ['Latin letters', 'Masjid an-Nur '],
])('a calendar file folds a long name of %s after at most 75 bytes, between characters', (_, word) => {
  for (let length = 1; length <= 4; length += 1) {
    const masjidName = `${'-'.repeat(length)}${word.repeat(20).trim()}`
    const file = write([{ ...event, masjidName }])
    expect(readCalendar(file)).toMatchObject([{ title: `Khutbah at ${masjidName}` }])
    const sizes = file.split('\r\n').map((line) => Buffer.byteLength(line))
    expect(Math.max(...sizes)).toBeLessThanOrEqual(75)
  }
})

test('a calendar program reads the right start of events in US time zones, from 2026 to 2040', () => {
  const date = fc.date({ min: new Date('2026-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })
  const minutes = fc.integer({ min: 0, max: 24 * 60 - 1 })
  fc.assert(
    fc.property(fc.constantFrom(...usTimeZones), date, minutes, ({ zone }, day, minute) => {
      const at = { date: day.toISOString().slice(0, 10), time: formatTime(minute) }
      const startsAt = instantOf(at.date, at.time, zone)
      fc.pre(startsAt !== null)
      expect(readCalendar(write([{ ...event, ...at, startsAt, timeZone: zone }]))).toMatchObject([
        { startsAt },
      ])
    }),
    // Times near the changes of the clocks.
    {
      examples: usTimeZones.flatMap((zone) => [
        [zone, new Date('2027-03-14'), 180],
        [zone, new Date('2027-03-14'), 119],
        [zone, new Date('2026-11-01'), 59],
        [zone, new Date('2026-11-01'), 60],
        [zone, new Date('2026-11-01'), 119],
        [zone, new Date('2026-11-01'), 120],
      ]),
    },
  )
})

function formatTime(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}
