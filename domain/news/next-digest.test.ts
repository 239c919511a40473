import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextDigest } from './next-digest.ts'

const zones = [
  'America/New_York',
  'America/Phoenix',
  'America/Adak',
  'Pacific/Honolulu',
  'Pacific/Guam',
  'Pacific/Pago_Pago',
]

const millisecondsPerHour = 3_600_000

function localHour(instant: Date, timeZone: string): number {
  const shown = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(
    instant,
  )
  return Number(shown)
}

/** Instants within two years, half of them within two days of a clock change. */
const instants = fc.oneof(
  fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true }),
  fc
    .tuple(
      fc.constantFrom('2026-03-08', '2026-11-01', '2027-03-14', '2027-11-07'),
      fc.integer({ min: -48 * 60, max: 48 * 60 }),
    )
    .map(([date, minutes]) => new Date(Date.parse(`${date}T10:00:00Z`) + minutes * 60_000)),
)

test('the next digest is at the chosen hour, within 25 hours, and at least 22 hours before the following digest', () => {
  fc.assert(
    fc.property(instants, fc.integer({ min: 0, max: 23 }), fc.constantFrom(...zones), (now, hour, zone) => {
      const next = nextDigest(now, hour, zone)
      const wait = next.getTime() - now.getTime()
      expect(wait).toBeGreaterThan(0)
      expect(wait).toBeLessThanOrEqual(25 * millisecondsPerHour)
      // The local time is at the chosen hour, or at the next hour if the clocks skip the chosen one.
      const [before, shown] = [new Date(next.getTime() - millisecondsPerHour), next].map((it) =>
        localHour(it, zone),
      )
      const isSkipped = before === hour - 1 && shown === hour + 1
      expect(shown === hour || isSkipped).toBe(true)
      expect(nextDigest(new Date(next.getTime() - 1), hour, zone)).toEqual(next)
      const following = nextDigest(next, hour, zone)
      expect(following.getTime() - next.getTime()).toBeGreaterThanOrEqual(22 * millisecondsPerHour)
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['2026-12-04T11:59:59Z', 7, 'America/New_York', '2026-12-04T12:00:00Z'],
  ['2026-12-04T12:00:00Z', 7, 'America/New_York', '2026-12-05T12:00:00Z'],
  // The clocks skip 2 a.m.
  ['2026-03-08T06:00:00Z', 2, 'America/New_York', '2026-03-08T07:00:00Z'],
  // 1 a.m. occurs twice. The digest of this date was at its first occurrence, so the next one is tomorrow.
  ['2026-11-01T05:30:00Z', 1, 'America/New_York', '2026-11-02T06:00:00Z'],
  ['2026-12-31T23:00:00Z', 0, 'Pacific/Guam', '2027-01-01T14:00:00Z'],
])('after %s, the next digest at hour %i in %s is at %s', (now, hour, zone, next) => {
  expect(nextDigest(new Date(now), hour, zone)).toEqual(new Date(next))
})
