import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../khutbahs/wall-clock.ts'
import {
  availabilityFor,
  type Booking,
  exceededOwnLimits,
  type KhateebLimits,
  ruleAgainstInvite,
} from './availability.ts'

const [slotMasjid, otherMasjid] = ['here', 'there']
const date = '2026-12-11'
const earlyNow = new Date('2026-11-01T12:00:00Z')

const bookingAt = (masjidUid: string, day: string, time = '18:00'): Booking => ({
  masjidUid,
  date: day,
  startsAt: new Date(`${day}T${time}:00Z`),
})
const slot = { ...bookingAt(slotMasjid, date), miles: 25, place: { latitude: 42.33, longitude: -83.2 } }
const noLimits: KhateebLimits = {
  awayDates: [],
  maxAMonth: null,
  maxMiles: null,
  weeksBetween: null,
  shortNotice: null,
}

interface Case {
  readonly why: string
  readonly limits?: Partial<KhateebLimits>
  readonly bookings?: readonly Booking[]
  readonly hoursBefore?: number
  readonly miles?: number
  readonly expected: readonly string[]
}

const cases: readonly Case[] = [
  { why: 'he has set no limit', expected: [] },
  { why: 'he is away on that date', limits: { awayDates: [date] }, expected: ['away'] },
  { why: 'he is away on the date before', limits: { awayDates: ['2026-12-10'] }, expected: [] },
  { why: 'the masjid is exactly as far as he drives', limits: { maxMiles: 25 }, expected: [] },
  {
    why: 'the rounded distance is as far as he drives',
    limits: { maxMiles: 25 },
    miles: 25.04,
    expected: [],
  },
  {
    why: 'the rounded distance is farther than he drives',
    limits: { maxMiles: 25 },
    miles: 25.06,
    expected: ['too_far'],
  },
  {
    why: 'he has reached his limit of khutbahs in the month',
    limits: { maxAMonth: 1 },
    bookings: [bookingAt(otherMasjid, '2026-12-04')],
    expected: ['month_full'],
  },
  {
    why: 'his other khutbah is in another month',
    limits: { maxAMonth: 1 },
    bookings: [bookingAt(otherMasjid, '2026-11-27')],
    expected: [],
  },
  {
    why: 'he leads two services of one masjid on one date, and wants at most two khutbahs a month',
    limits: { maxAMonth: 2 },
    bookings: [bookingAt(otherMasjid, '2026-12-04'), bookingAt(otherMasjid, '2026-12-04', '19:30')],
    expected: [],
  },
  {
    why: 'he already leads another service of the masjid on that date',
    limits: { maxAMonth: 1, weeksBetween: 4 },
    bookings: [bookingAt(slotMasjid, date, '19:30')],
    expected: [],
  },
  {
    why: 'he visits the masjid three weeks before, and wants four weeks between visits',
    limits: { weeksBetween: 4 },
    bookings: [bookingAt(slotMasjid, '2026-11-20')],
    expected: ['too_soon'],
  },
  {
    why: 'he visits the masjid three weeks later, and wants four weeks between visits',
    limits: { weeksBetween: 4 },
    bookings: [bookingAt(slotMasjid, '2027-01-01')],
    expected: ['too_soon'],
  },
  {
    why: 'he visits the masjid exactly four weeks before, and wants four weeks between visits',
    limits: { weeksBetween: 4 },
    bookings: [bookingAt(slotMasjid, '2026-11-13')],
    expected: [],
  },
  {
    why: 'his last visit was to another masjid',
    limits: { weeksBetween: 4 },
    bookings: [bookingAt(otherMasjid, '2026-12-04')],
    expected: [],
  },
  {
    why: 'he is booked at another masjid at that hour',
    bookings: [bookingAt(otherMasjid, date, '18:59')],
    expected: ['booked'],
  },
  {
    why: 'he is booked 40 miles away an hour later',
    bookings: [{ ...bookingAt(otherMasjid, date, '19:00'), place: { latitude: 42.9, longitude: -83.2 } }],
    expected: ['hard_to_reach'],
  },
  {
    why: 'he is booked next door an hour and a half later',
    bookings: [{ ...bookingAt(otherMasjid, date, '19:30'), place: { latitude: 42.34, longitude: -83.2 } }],
    expected: [],
  },
  {
    why: 'he is booked 40 miles away at that hour',
    bookings: [{ ...bookingAt(otherMasjid, date, '18:30'), place: { latitude: 42.9, longitude: -83.2 } }],
    expected: ['booked'],
  },
  {
    why: 'he is booked an hour later at a place that is not known',
    bookings: [bookingAt(otherMasjid, date, '19:00')],
    expected: [],
  },
  {
    why: 'the slot is three days ahead, and he refuses short notice',
    limits: { shortNotice: false },
    hoursBefore: 72,
    expected: [],
  },
  {
    why: 'the slot is less than three days ahead, and he refuses short notice',
    limits: { shortNotice: false },
    hoursBefore: 71.9,
    expected: ['short_notice'],
  },
  {
    why: 'the slot is two hours ahead, and he accepts short notice',
    limits: { shortNotice: true },
    hoursBefore: 2,
    expected: [],
  },
  { why: 'the slot is two hours ahead, and he has set nothing', hoursBefore: 2, expected: [] },
  {
    why: 'three rules are against the slot',
    limits: { awayDates: [date], maxMiles: 10, maxAMonth: 1 },
    bookings: [bookingAt(otherMasjid, '2026-12-04')],
    expected: ['away', 'too_far', 'month_full'],
  },
]

describe('a khateeb’s availability for a slot', () => {
  test.each(cases)(
    'lists these reasons against the slot if $why: $expected',
    ({ limits, bookings = [], hoursBefore, miles = 25, expected }) => {
      const now =
        hoursBefore === undefined ? earlyNow : new Date(slot.startsAt.getTime() - hoursBefore * 3_600_000)
      const { status, rules } = availabilityFor({ ...slot, miles }, { ...noLimits, ...limits }, bookings, now)
      expect(rules).toEqual(expected)
      const cannotCome = expected.includes('away') || expected.includes('booked')
      expect(status).toBe(expected.length === 0 ? 'free' : cannotCome ? 'away' : 'beyond_limits')
    },
  )
})

describe('the warning before a khateeb’s own request', () => {
  test('names his limits, but neither his bookings at that hour nor short notice', () => {
    const bookings = [bookingAt(otherMasjid, date, '18:30'), bookingAt(otherMasjid, '2026-12-04')]
    const limits = { ...noLimits, awayDates: [date], maxMiles: 10, maxAMonth: 1, shortNotice: false }
    expect(exceededOwnLimits(slot, limits, bookings)).toEqual(['away', 'too_far', 'month_full'])
  })
})

const anyDate = fc.integer({ min: -400, max: 400 }).map((count) => addDays(date, count))
const anyNullableLimit = (max: number) => fc.option(fc.integer({ min: 1, max }), { nil: null })
const anyLimits = fc.record({
  awayDates: fc.array(anyDate, { maxLength: 5 }),
  maxAMonth: anyNullableLimit(31),
  maxMiles: anyNullableLimit(1_000),
  weeksBetween: anyNullableLimit(52),
  shortNotice: fc.constantFrom(true, false, null),
})
const anyBookings = fc.array(
  fc.record({
    masjid: fc.constantFrom(slotMasjid, otherMasjid),
    day: anyDate,
    time: fc.constantFrom('17:00', '18:30'),
  }),
  { maxLength: 8 },
)
const anySlot = fc.record({ day: anyDate, miles: fc.double({ min: 0, max: 2_000, noNaN: true }) })

test('an invite is refused exactly if the khateeb is away or the masjid is too far', () => {
  fc.assert(
    fc.property(anyLimits, anyBookings, anySlot, (limits, booked, { day, miles }) => {
      const it = { ...bookingAt(slotMasjid, day), miles }
      const bookings = booked.map(({ masjid, day: other, time }) => bookingAt(masjid, other, time))
      const { status, rules } = availabilityFor(it, limits, bookings, earlyNow)
      const refusing = rules.filter((rule) => rule === 'away' || rule === 'too_far')
      expect(ruleAgainstInvite(it, limits)).toBe(refusing[0] ?? null)
      expect(status === 'free').toBe(rules.length === 0)
    }),
  )
})

test('a khateeb without limits or bookings is free for every slot', () => {
  fc.assert(
    fc.property(anySlot, ({ day, miles }) => {
      const it = { ...bookingAt(slotMasjid, day), miles }
      expect(availabilityFor(it, noLimits, [], earlyNow)).toEqual({ status: 'free', rules: [] })
    }),
  )
})

test('removing a limit and a booking at another masjid or date never adds a reason against a slot', () => {
  fc.assert(
    fc.property(
      anyLimits,
      anyBookings,
      anySlot,
      fc.constantFrom('maxAMonth' as const, 'maxMiles' as const, 'weeksBetween' as const),
      (limits, booked, { day, miles }, lifted) => {
        const it = { ...bookingAt(slotMasjid, day), miles }
        const bookings = booked
          .map(({ masjid, day: other, time }) => bookingAt(masjid, other, time))
          // Leaves out bookings of the same visit, because the monthly limit and the weeks between visits don't apply to a second service
          // of a visit.
          .filter((other) => other.masjidUid !== slotMasjid || other.date !== day)
        const rules = availabilityFor(it, limits, bookings, earlyNow).rules
        const easier = availabilityFor(it, { ...limits, [lifted]: null }, bookings.slice(1), earlyNow).rules
        expect(easier.filter((rule) => !rules.includes(rule))).toEqual([])
      },
    ),
  )
})
