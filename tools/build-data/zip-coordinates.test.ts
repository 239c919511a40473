import { expect, test } from 'vitest'
import { correctCoordinates } from './zip-coordinates.ts'
import type { SourceRow } from './sources.ts'

const row = (zip: string, latitude: number, longitude = -90, stateCode = 'IL'): SourceRow => ({
  zip,
  city: 'Springfield',
  stateCode,
  county: '',
  latitude,
  longitude,
})
const area = (latitude: number, longitude = -90) => ({ latitude, longitude })
const latitudes = (rows: readonly SourceRow[]) => rows.map(({ latitude }) => latitude)

test('a point outside its own area moves to the area', () => {
  const census = new Map([
    ['60001', area(41)],
    ['60002', area(41.02)],
  ])
  expect(latitudes(correctCoordinates([row('60001', 41.3)], census))).toEqual([41])
})

test('a town far from the middle of a wide empty area stays', () => {
  const census = new Map([
    ['60001', area(41)],
    ['60002', area(42)],
  ])
  expect(latitudes(correctCoordinates([row('60001', 41.3)], census))).toEqual([41.3])
})

test('a point within five miles of its area stays', () => {
  const census = new Map([
    ['60001', area(41)],
    ['60002', area(41.001)],
  ])
  expect(latitudes(correctCoordinates([row('60001', 41.05)], census))).toEqual([41.05])
})

test('Alaska is left as GeoNames has it', () => {
  const census = new Map([
    ['99501', area(61)],
    ['99502', area(61.02)],
  ])
  expect(latitudes(correctCoordinates([row('99501', 63, -150, 'AK')], census))).toEqual([63])
})

test('a post office box far from its city moves to the middle of the city', () => {
  const census = new Map([
    ['60001', area(41)],
    ['60002', area(41.1)],
    ['60003', area(41.24)],
  ])
  const rows = [row('60001', 41), row('60002', 41.1), row('60003', 41.24), row('60009', 40)]
  expect(latitudes(correctCoordinates(rows, census))).toEqual([41, 41.1, 41.24, 41.1])
})

test('a post office box inside its city stays, and so does one of a city without areas', () => {
  const census = new Map([['60001', area(41)]])
  expect(latitudes(correctCoordinates([row('60001', 41), row('60009', 41.04)], census))).toEqual([41, 41.04])
  expect(latitudes(correctCoordinates([row('60009', 41.9)], census))).toEqual([41.9])
})
