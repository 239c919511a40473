import { describe, expect, test } from 'vitest'
import { createOtherNamesFinder, formatCityName } from './city-names.ts'
import type { SourceRow } from './sources.ts'

const row = (zip: string, city: string, stateCode = 'VA', county = ''): SourceRow => ({
  zip,
  city,
  stateCode,
  county,
  latitude: 37,
  longitude: -80,
})

describe('formatCityName', () => {
  test.each([
    ['Mc Lean', 'McLean'],
    ['Mckinney', 'McKinney'],
    ['McCall', 'McCall'],
    ['Fort Mc Coy', 'Fort McCoy'],
    ['Mccordsville', 'McCordsville'],
    ['Mcbh Kaneohe Bay', 'MCBH Kaneohe Bay'],
    ['Luke Afb', 'Luke AFB'],
    ['Melcher-dallas', 'Melcher-Dallas'],
    ["Lincoln'S New Salem", "Lincoln's New Salem"],
    ["Coeur d'Alene", "Coeur d'Alene"],
  ])('changes %s to %s', (given, written) => {
    expect(formatCityName(given)).toBe(written)
  })
})

describe('the alternative names of a ZIP', () => {
  const salem = row('24155', 'Salem')
  const rows = [salem, row('24001', 'Roanoke')]
  const named = (old: string) => createOtherNamesFinder(rows, new Map([['24155', row('24155', old)]]))(salem)

  test('include the city in the older package `zipcodes` if another ZIP of the state has that city', () => {
    expect(named('Roanoke')).toEqual(['Roanoke'])
  })

  test('exclude a company with its own ZIP', () => {
    expect(named('State Farm Ins')).toEqual([])
  })

  test('exclude the main name in upper case', () => {
    expect(named('SALEM')).toEqual([])
  })

  test('include the borough and New York City for a neighborhood of New York', () => {
    const astoria = row('11102', 'Astoria', 'NY', 'Queens')
    expect(createOtherNamesFinder([astoria], new Map())(astoria)).toEqual(['Queens', 'New York City'])
    const mineola = row('11501', 'Mineola', 'NY', 'Nassau')
    expect(createOtherNamesFinder([mineola], new Map())(mineola)).toEqual([])
  })

  test('include the short and the long form of Saint, Fort and Mount', () => {
    const namesOf = createOtherNamesFinder(rows, new Map())
    expect(namesOf(row('24000', 'East Saint Louis'))).toEqual(['East St Louis'])
    expect(namesOf(row('24000', 'St Thomas'))).toEqual(['Saint Thomas'])
    expect(namesOf(row('24000', 'Fort Wayne'))).toEqual(['Ft Wayne'])
    expect(namesOf(row('24000', 'Ft Wayne'))).toEqual(['Fort Wayne'])
    expect(namesOf(row('24000', 'Mount Vernon'))).toEqual(['Mt Vernon'])
    expect(namesOf(row('24000', 'Mt Vernon'))).toEqual(['Mount Vernon'])
    expect(namesOf(row('24000', 'Fortuna'))).toEqual([])
  })
})
