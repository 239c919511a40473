import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadZipTable, type Place, readZipTable, zipTable } from './zip-table.ts'

const table = loadZipTable()
const everyPlace = Array.from({ length: 100_000 }, (_, number) =>
  table.find(String(number).padStart(5, '0')),
).filter((place): place is Place => place !== undefined)

describe('the place of a ZIP', () => {
  test.each([
    ['48126', 'Dearborn', 'MI', 42.33, -83.18, 'America/Detroit'],
    ['10001', 'New York', 'NY', 40.75, -74, 'America/New_York'],
    ['60601', 'Chicago', 'IL', 41.89, -87.62, 'America/Chicago'],
    ['80202', 'Denver', 'CO', 39.75, -105, 'America/Denver'],
    ['85004', 'Phoenix', 'AZ', 33.45, -112.07, 'America/Phoenix'],
    ['90001', 'Los Angeles', 'CA', 33.97, -118.25, 'America/Los_Angeles'],
    ['99503', 'Anchorage', 'AK', 61.19, -149.89, 'America/Anchorage'],
    ['99546', 'Adak', 'AK', 51.87, -176.63, 'America/Adak'],
    ['96813', 'Honolulu', 'HI', 21.31, -157.85, 'Pacific/Honolulu'],
    ['20001', 'Washington', 'DC', 38.91, -77.02, 'America/New_York'],
    ['00901', 'San Juan', 'PR', 18.47, -66.11, 'America/Puerto_Rico'],
    ['00802', 'St Thomas', 'VI', 18.34, -64.93, 'America/Puerto_Rico'],
    ['96910', 'Hagatna', 'GU', 13.45, 144.75, 'Pacific/Guam'],
    ['96950', 'Saipan', 'MP', 15.19, 145.75, 'Pacific/Guam'],
    ['96799', 'Pago Pago', 'AS', -14.32, -170.75, 'Pacific/Pago_Pago'],
  ])('(%s) is %s, %s', (zip, city, stateCode, latitude, longitude, timeZone) => {
    const place = table.find(zip)
    expect(place).toMatchObject({ zip, city, stateCode, timeZone })
    expect(place?.latitude).toBeCloseTo(latitude, 1)
    expect(place?.longitude).toBeCloseTo(longitude, 1)
  })

  test.each([
    ['46204', 'Indianapolis, on Eastern time', 'America/Indiana/Indianapolis'],
    ['46402', 'Gary, Indiana, on Central time', 'America/Chicago'],
    ['46534', 'Knox, Indiana, on Central time', 'America/Indiana/Knox'],
    ['86515', 'Window Rock, in the Navajo Nation, which has daylight saving', 'America/Denver'],
    ['86039', 'Kykotsmovi, in the Hopi Reservation, which has no daylight saving', 'America/Phoenix'],
    ['86544', 'Red Valley, in the Navajo Nation, although GeoNames places it outside', 'America/Denver'],
    ['79901', 'El Paso, the only Texan city on Mountain time', 'America/Denver'],
    ['32401', 'Panama City, in the part of Florida on Central time', 'America/Chicago'],
    ['97914', 'Ontario, in the part of Oregon on Mountain time', 'America/Boise'],
    ['49801', 'Iron Mountain, in the part of Michigan on Central time', 'America/Menominee'],
  ])('(%s) is %s', (zip, _why, timeZone) => {
    expect(table.find(zip)?.timeZone).toBe(timeZone)
  })

  test.each([
    ['90095', 'UCLA', 34.07, -118.44],
    ['14260', 'the University at Buffalo', 43, -78.79],
    ['80840', 'the Air Force Academy', 39, -104.86],
    ['80841', 'the post office boxes of the Air Force Academy', 39, -104.86],
    ['75083', 'the post office boxes of Richardson, Texas', 32.95, -96.7],
    ['95604', 'the post office boxes of Auburn, which the Census places at Lake Tahoe', 38.9, -121.07],
    ['89049', 'Tonopah, a small town in a vast ZIP', 38.07, -117.23],
  ])('(%s) is at %s', (zip, _where, latitude, longitude) => {
    const place = table.find(zip)
    expect(place?.latitude).toBeCloseTo(latitude, 1)
    expect(place?.longitude).toBeCloseTo(longitude, 1)
  })
})

describe('the city of a ZIP', () => {
  test.each([
    ['11375', 'Queens'],
    ['11201', 'New York City'],
    ['10001', 'Manhattan'],
    ['84119', 'Salt Lake City'],
    ['63101', 'St Louis'],
    ['00802', 'Saint Thomas'],
  ])('(%s) is also called %s', (zip, name) => {
    expect(table.find(zip)?.alsoCalled).toContain(name)
  })

  test('with Mc in its name is written as one word', () => {
    const cities = ['22101', '75070', '78501'].map((zip) => table.find(zip)?.city)
    expect(cities).toEqual(['McLean', 'McKinney', 'McAllen'])
  })
})

const isInUnitedStates = ({ latitude, longitude }: Place) =>
  (latitude > 13 &&
    latitude < 72 &&
    ((longitude > -180 && longitude < -64) || (longitude > 144 && longitude < 180))) ||
  (latitude < -14 && latitude > -15 && longitude < -168 && longitude > -171.5)

describe('every place', () => {
  test('is in a state, in DC or in a territory: the table has over 41,000 places in all 56 of them', () => {
    expect(table.size).toBe(everyPlace.length)
    expect(table.size).toBeGreaterThan(41_000)
    expect(new Set(everyPlace.map((place) => place.stateCode)).size).toBe(56)
  })

  test('is inside the United States', () => {
    expect(everyPlace.filter((place) => !isInUnitedStates(place))).toEqual([])
  })

  test('has a name, and other names that differ from it', () => {
    const wrong = everyPlace.filter(
      ({ city, alsoCalled }) =>
        !/^[A-Z]/.test(city) || alsoCalled.some((name) => name === city || name === ''),
    )
    expect(wrong).toEqual([])
  })

  test('has a time zone that the runtime knows', () => {
    const zones = [...new Set(everyPlace.map((place) => place.timeZone))]
    for (const timeZone of zones) expect(() => new Intl.DateTimeFormat('en-US', { timeZone })).not.toThrow()
    expect(zones.filter((zone) => zone.startsWith('Etc/'))).toEqual([])
  })

  test('is immutable', () => {
    const mutable = everyPlace.filter((it) => !Object.isFrozen(it) || !Object.isFrozen(it.alsoCalled))
    expect(mutable).toEqual([])
  })
})

describe('the time zones', () => {
  test.each([
    ['MI', ['America/Detroit', 'America/Menominee']],
    ['OR', ['America/Los_Angeles', 'America/Boise']],
    ['TX', ['America/Chicago', 'America/Denver']],
    ['CA', ['America/Los_Angeles']],
    ['PR', ['America/Puerto_Rico']],
    ['XX', []],
  ])('of %s are %j, the most common first', (stateCode, zones) => {
    expect(table.zonesOf(stateCode)).toEqual(zones)
  })

  test('of all states have names in America/, except four in Pacific/', () => {
    const zones = new Set(everyPlace.map((it) => it.timeZone))
    const inPacific = [...zones].filter((it) => it.startsWith('Pacific/')).toSorted()
    expect(inPacific).toEqual(['Pacific/Guam', 'Pacific/Honolulu', 'Pacific/Pago_Pago', 'Pacific/Wake'])
    expect([...zones].filter((it) => !/^(Pacific|America)\//.test(it))).toEqual([])
    expect(table.zonesOf('HI')).toEqual(['Pacific/Honolulu', 'Pacific/Wake'])
  })

  test('of a state include the zone of each of its ZIPs', () => {
    expect(everyPlace.filter((it) => !table.zonesOf(it.stateCode).includes(it.timeZone))).toEqual([])
  })
})

describe('a text that is not a ZIP', () => {
  test.each([
    '00000',
    '99999',
    // Military mail and the Marshall Islands, which the table leaves out: see docs/decisions/zip-table.md.
    '09012',
    '96960',
    '',
    '4812',
    '481261',
    ' 48126',
    '48126-1234',
    '４８１２６',
    'abcde',
  ])('("%s") is not found', (zip) => {
    expect(table.find(zip)).toBeUndefined()
  })

  test('never finds a place with a different ZIP', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^\d{5}$/)), (text) => {
        const place = table.find(text)
        expect(place === undefined || place.zip === text).toBe(true)
      }),
    )
  })
})

test('find returns the row of every ZIP in the table, and nothing for other numbers', () => {
  const column = fc.uniqueArray(fc.integer({ min: 0, max: 99_999 }), { maxLength: 60 })
  fc.assert(
    fc.property(column, fc.integer({ min: 0, max: 99_999 }), (numbers, other) => {
      const zip = numbers.toSorted((a, b) => a - b)
      const zeros = zip.map(() => 0)
      const words = { states: ['MI'], zones: ['America/Detroit'], cities: ['Dearborn'], alsoCalled: {} }
      const columns = { zip, city: zeros, state: zeros, zone: zeros, latitude: zip, longitude: zeros }
      const small = zipTable({ ...words, ...columns })
      const find = (number: number) => small.find(String(number).padStart(5, '0'))
      expect(zip.map((number) => find(number)?.latitude)).toEqual(zip.map((number) => number / 10_000))
      expect(find(other) !== undefined).toBe(zip.includes(other))
    }),
  )
})

test('a missing file throws an error that says which command to run', () => {
  const gone = new URL('no-such-file.json', import.meta.url)
  expect(() => readZipTable(gone)).toThrow(
    /^The ZIP table .*no-such-file\.json cannot be read: run `npx tsx .*`\.$/,
  )
})
