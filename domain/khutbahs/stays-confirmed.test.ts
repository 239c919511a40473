import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxMinutesWithoutReconfirmation, staysConfirmed } from './stays-confirmed.ts'
import { dateIn } from './wall-clock.ts'

test('a khateeb stays confirmed exactly if the new start has the same local date and differs by at most 15 minutes', () => {
  const minutes = fc.integer({ min: -3 * 24 * 60, max: 3 * 24 * 60 })
  const anchor = fc.date({ min: new Date('2026-01-01'), max: new Date('2029-01-01'), noInvalidDate: true })
  const zones = fc.constantFrom('America/Detroit', 'Pacific/Honolulu', 'Pacific/Guam', 'America/Phoenix')
  fc.assert(
    fc.property(anchor, minutes, zones, (instant, shift, timeZone) => {
      const [one, other] = [instant, new Date(instant.getTime() + shift * 60_000)].map((startsAt) => ({
        date: dateIn(timeZone, startsAt),
        startsAt,
      }))
      if (one === undefined || other === undefined) throw new Error('Two starts')
      const expected = one.date === other.date && Math.abs(shift) <= maxMinutesWithoutReconfirmation
      expect(staysConfirmed(one, other)).toBe(expected)
      // The result is the same in the other direction.
      expect(staysConfirmed(other, one)).toBe(expected)
    }),
  )
})
