import { describe, expect, test } from 'vitest'
import { areTooFarApart, type SlotWithCoordinates } from './travel-time.ts'

/** Returns a service. One degree of latitude is 69.1 miles: 104 minutes at 40 miles an hour. */
function service(startsAt: string, latitude = 42, masjidUid = `masjid at ${latitude}`): SlotWithCoordinates {
  return { masjidUid, startsAt: new Date(`2026-12-04T${startsAt}:00Z`), latitude, longitude: -83 }
}

describe('two services that a khateeb leads', () => {
  test('are too far apart if he cannot drive from one to the other at 40 miles an hour and arrive 15 minutes early', () => {
    // 60 minutes of service, 104 minutes of driving and 15 minutes to arrive are 2 hours and 59 minutes.
    expect(areTooFarApart(service('12:00'), service('14:58', 43))).toBe(true)
    expect(areTooFarApart(service('12:00'), service('15:00', 43))).toBe(false)
  })

  test('are judged in the same way if the later service is given first', () => {
    expect(areTooFarApart(service('14:58', 43), service('12:00'))).toBe(true)
    expect(areTooFarApart(service('15:00', 43), service('12:00'))).toBe(false)
  })

  test('need 15 minutes between them at two masjids with the same coordinates, and none at the same masjid', () => {
    expect(areTooFarApart(service('12:00', 42, 'one'), service('13:14', 42, 'other'))).toBe(true)
    expect(areTooFarApart(service('12:00', 42, 'one'), service('13:15', 42, 'other'))).toBe(false)
    expect(areTooFarApart(service('12:00', 42, 'one'), service('13:00', 42, 'one'))).toBe(false)
  })

  test('are never too far apart if their starts are more than twelve hours apart', () => {
    expect(areTooFarApart(service('06:00', 20), service('18:00', 60))).toBe(true)
    expect(areTooFarApart(service('06:00', 20), service('18:01', 60))).toBe(false)
  })
})
