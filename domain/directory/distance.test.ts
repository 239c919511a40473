import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chordLength, earthRadius, kilometersPerMile, milesBetween } from './distance.ts'

const kennedy = { latitude: 40.6398, longitude: -73.7789 }
const losAngeles = { latitude: 33.9425, longitude: -118.4081 }
const place = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})

describe('the distance between two places', () => {
  test('from JFK airport to LAX airport is the published 3,974 km', () => {
    expect(milesBetween(kennedy, losAngeles) * kilometersPerMile).toBeCloseTo(3974.3, 0)
    expect(milesBetween(kennedy, kennedy)).toBe(0)
  })

  test('is half of the Earth’s circumference between antipodes, and small across the date line', () => {
    const half = (Math.PI * earthRadius) / kilometersPerMile
    expect(milesBetween({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 })).toBeCloseTo(half, 6)
    const [east, west] = [179.9, -179.9].map((longitude) => ({ latitude: 0, longitude }))
    expect(milesBetween(east ?? kennedy, west ?? kennedy)).toBeCloseTo((0.2 * half) / 180, 6)
  })

  test('is the same in both directions, and at most half of the Earth’s circumference', () => {
    fc.assert(
      fc.property(place, place, (a, b) => {
        expect(milesBetween(a, b)).toBeCloseTo(milesBetween(b, a), 6)
        expect(milesBetween(a, b)).toBeLessThanOrEqual((Math.PI * earthRadius) / kilometersPerMile + 1e-6)
      }),
    )
  })

  test('is greater exactly if the chord between them is longer', () => {
    const miles = fc.double({ min: 0, max: 12_000, noNaN: true })
    fc.assert(
      fc.property(miles, miles, (a, b) => {
        fc.pre(Math.abs(a - b) > 1e-6)
        expect(chordLength(a) < chordLength(b)).toBe(a < b)
      }),
    )
  })
})
