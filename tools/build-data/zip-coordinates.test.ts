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

/** Corrects the coordinates of rows and returns their latitudes. `areas` has the latitude of the Census area of each ZIP. */
function latitudes(rows: readonly SourceRow[], areas: Readonly<Record<string, number>>): number[] {
  const census = Object.entries(areas).map(([zip, latitude]) => [zip, { latitude, longitude: -90 }] as const)
  return correctCoordinates(rows, new Map(census)).map(({ latitude }) => latitude)
}

test('a ZIP’s point outside the ZIP’s Census area is replaced by the Census point', () => {
  expect(latitudes([row('60001', 41.3)], { 60001: 41, 60002: 41.02 })).toEqual([41])
})

test('a ZIP’s GeoNames point far from the ZIP’s Census point is kept if no other ZIP is near the Census point', () => {
  expect(latitudes([row('60001', 41.3)], { 60001: 41, 60002: 42 })).toEqual([41.3])
})

test('a GeoNames point within five miles of the ZIP’s Census point is kept', () => {
  expect(latitudes([row('60001', 41.05)], { 60001: 41, 60002: 41.001 })).toEqual([41.05])
})

test('a ZIP in Alaska keeps the point from GeoNames', () => {
  expect(latitudes([row('99501', 63, -150, 'AK')], { 99501: 61, 99502: 61.02 })).toEqual([63])
})

test('a PO box ZIP far from its city gets a point at the center of the city', () => {
  const rows = [row('60001', 41), row('60002', 41.1), row('60003', 41.24), row('60009', 40)]
  expect(latitudes(rows, { 60001: 41, 60002: 41.1, 60003: 41.24 })).toEqual([41, 41.1, 41.24, 41.1])
})

test('a PO box ZIP keeps its point if the point is in the ZIP’s city, or if the city has no Census area', () => {
  expect(latitudes([row('60001', 41), row('60009', 41.04)], { 60001: 41 })).toEqual([41, 41.04])
  expect(latitudes([row('60009', 41.9)], { 60001: 41 })).toEqual([41.9])
})
