import * as fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { CallFailed } from '../../contract/client.ts'
import { getMasjid, updateMasjid } from '../../contract/own-records.ts'
import { loadZipTable } from '../../server/places/zip-table.ts'
import { startApp } from '../runtime/app.ts'
import { newMasjid } from '../runtime/people.ts'

const michiganZones = ['America/Detroit', 'America/Menominee']

const app = await startApp()
const masjid = await newMasjid(app.baseUrl, { zipCode: '48126' })

const record = () => masjid.client.call(getMasjid, { uid: 'me' })

/** Chooses a time zone. Returns the masjid's new zone, or the refusal as text. */
async function choose(timeZone: string, zipCode?: string): Promise<string> {
  const sent = { uid: 'me', timeZone, ...(zipCode !== undefined && { zipCode }) }
  const chosen = masjid.client.call(updateMasjid, sent).then((result) => result.timeZone)
  return chosen.catch(({ status, code, fields }: CallFailed) => `${status} ${code} ${JSON.stringify(fields)}`)
}

const refusal = (zones: readonly string[]) => {
  const timeZone = `Please choose one of the time zones of this state: ${zones.join(', ')}.`
  return `400 invalid_input ${JSON.stringify({ timeZone })}`
}

test('the record of a masjid lists the time zones of its state', async () => {
  expect((await record()).timeZones).toEqual(michiganZones)
})

test('a masjid can choose another time zone of its state', async () => {
  expect(await choose('America/Menominee')).toBe('America/Menominee')
  expect(await choose('America/Detroit')).toBe('America/Detroit')
})

test('a masjid cannot choose a time zone of another state', async () => {
  expect(await choose('Pacific/Kiritimati')).toBe(refusal(michiganZones))
  expect(await choose('America/Los_Angeles')).toBe(refusal(michiganZones))
  expect((await record()).timeZone).toBe('America/Detroit')
})

test('a masjid that moves to another state can choose only time zones of that state', async () => {
  expect(await choose('America/Detroit', '97201')).toBe(refusal(['America/Los_Angeles', 'America/Boise']))
  expect(await choose('America/Boise', '97201')).toBe('America/Boise')
  expect((await record()).timeZones).toEqual(['America/Los_Angeles', 'America/Boise'])
  await masjid.client.call(updateMasjid, { uid: 'me', zipCode: '48126' })
})

test('a time zone name that is unknown, or not of the masjid’s state, is refused with 400', async () => {
  // Only Node.js knows some of these names, and only PostgreSQL knows some others.
  const names = fc.oneof(
    fc.constantFrom(
      ...Intl.supportedValuesOf('timeZone'),
      'america/detroit',
      'EST5EDT',
      'posixrules',
      'localtime',
    ),
    fc.string({ minLength: 1, maxLength: 70 }),
  )
  await fc.assert(
    fc.asyncProperty(names, async (name) => {
      const result = await choose(name)
      expect(michiganZones.includes(name) ? result : result.slice(0, 31)).toBe(
        michiganZones.includes(name) ? name : '400 invalid_input {"timeZone":"',
      )
    }),
    { numRuns: 200 },
  )
})

test('PostgreSQL knows every time zone of the ZIP table', async () => {
  const zips = loadZipTable()
  const everyZip = Array.from({ length: 100_000 }, (_, number) => String(number).padStart(5, '0'))
  const zones = [...new Set(everyZip.map((zip) => zips.find(zip)?.timeZone))].filter((it) => it !== undefined)
  expect(zones.length).toBeGreaterThan(30)
  const { rows } = await sql<{ zone: string }>`
    select zone from unnest(${zones}::text[]) as zone
    where zone not in (select name from pg_timezone_names)`.execute(app.database.db)
  expect(rows).toEqual([])
})
