import { expect, test } from 'vitest'
import type { SourceRow } from './sources.ts'
import { correctCoordinates } from './zip-coordinates.ts'

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

test('a point outside its Census area moves to the area', () => {
  const census = new Map([
    ['60001', area(41)],
    ['60002', area(41.02)],
  ])
  expect(latitudes(correctCoordinates([row('60001', 41.3)], census))).toEqual([41])
})

test('a town far from the center of a large, sparsely populated area keeps its point', () => {
  const census = new Map([
    ['60001', area(41)],
    ['60002', area(42)],
  ])
  expect(latitudes(correctCoordinates([row('60001', 41.3)], census))).toEqual([41.3])
})

test('a point within five miles of its area is kept', () => {
  const census = new Map([
    ['60001', area(41)],
    ['60002', area(41.001)],
  ])
  expect(latitudes(correctCoordinates([row('60001', 41.05)], census))).toEqual([41.05])
})

test('points in Alaska are those of GeoNames', () => {
  const census = new Map([
    ['99501', area(61)],
    ['99502', area(61.02)],
  ])
  expect(latitudes(correctCoordinates([row('99501', 63, -150, 'AK')], census))).toEqual([63])
})

test('a PO box ZIP far from its city moves to the center of the city', () => {
  const census = new Map([
    ['60001', area(41)],
    ['60002', area(41.1)],
    ['60003', area(41.24)],
  ])
  const rows = [row('60001', 41), row('60002', 41.1), row('60003', 41.24), row('60009', 40)]
  expect(latitudes(correctCoordinates(rows, census))).toEqual([41, 41.1, 41.24, 41.1])
})

test('a PO box ZIP keeps its point when inside its city, or when the city has no Census area', () => {
  const census = new Map([['60001', area(41)]])
  expect(latitudes(correctCoordinates([row('60001', 41), row('60009', 41.04)], census))).toEqual([41, 41.04])
  expect(latitudes(correctCoordinates([row('60009', 41.9)], census))).toEqual([41.9])
})
