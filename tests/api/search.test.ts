import { expect, test } from 'vitest'
import { getKhateebs, getMasjids } from '../../contract/directory.ts'
import { startApp } from '../runtime/app.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { readPages } from '../runtime/read-pages.ts'

const app = await startApp()
await newMasjid(app.baseUrl, { masjidName: 'Masjid Al-Noor', zipCode: '48126' })
await newMasjid(app.baseUrl, { masjidName: 'Ann Arbor Center', zipCode: '48104' })
await newMasjid(app.baseUrl, { masjidName: '100% Halal_Center', zipCode: '63101' })
const khateeb = await newKhateeb(app.baseUrl, { firstName: 'Bilal', lastName: 'Haddad', zipCode: '48126' })

async function names(asked: object): Promise<string[]> {
  const found = await khateeb.client.call(getMasjids, asked)
  return found.map((it) => it.masjidName)
}

test('lists are sorted by name, or by distance in miles', async () => {
  expect(await names({})).toEqual(['100% Halal_Center', 'Ann Arbor Center', 'Masjid Al-Noor'])
  const near = await khateeb.client.call(getMasjids, { near: 'me' })
  expect(near.map((it) => it.masjidName)).toEqual(['Masjid Al-Noor', 'Ann Arbor Center', '100% Halal_Center'])
  expect(near[0]?.distance).toBe(0)
  expect(near[1]?.distance).toBeGreaterThan(25)
  expect(near[1]?.distance).toBeLessThan(35)
})

test('a radius in miles limits a list', async () => {
  expect(await names({ near: 'me', radius: '50' })).toEqual(['Masjid Al-Noor', 'Ann Arbor Center'])
  expect(await names({ near: '42.3223,-83.1763', radius: '5' })).toEqual(['Masjid Al-Noor'])
})

test('a search matches names and cities, ignoring case, spaces and punctuation', async () => {
  expect(await names({ q: 'al noor' })).toEqual(['Masjid Al-Noor'])
  expect(await names({ q: ' al  noor ' })).toEqual(['Masjid Al-Noor'])
  expect(await names({ q: 'masjid - al noor' })).toEqual(['Masjid Al-Noor'])
  expect(await names({ q: 'AL-NOOR' })).toEqual(['Masjid Al-Noor'])
  expect(await names({ q: 'st. louis' })).toEqual(['100% Halal_Center'])
  expect(await names({ q: 'dearborn', near: 'me' })).toEqual(['Masjid Al-Noor'])
  expect(await names({ q: 'nowhere' })).toEqual([])
})

test('SQL wildcards in a search are literal', async () => {
  expect(await names({ q: '100%' })).toEqual(['100% Halal_Center'])
  expect(await names({ q: '%' })).toEqual([])
  expect(await names({ q: '!?' })).toEqual([])
  expect(await names({ q: 'x_center' })).toEqual([])
})

test('the pages of a list have every row exactly once', async () => {
  for (const asked of [{ limit: '1' }, { limit: '1', near: 'me' }, { limit: '1', q: 'center', near: 'me' }]) {
    const whole = await names({ ...asked, limit: '100' })
    const pages = await readPages((from) => khateeb.client.page(getMasjids, { ...asked, ...from }))
    expect(pages.flat().map((it) => it.masjidName)).toEqual(whole)
  }
})

test('the list of khateebs has no phone or email', async () => {
  const [found] = await khateeb.client.call(getKhateebs, { q: 'haddad', near: 'me' })
  expect(Object.keys(found ?? {}).toSorted()).toEqual([
    'city',
    'distance',
    'firstName',
    'lastName',
    'latitude',
    'longitude',
    'stateCode',
    'uid',
    'verified',
  ])
})

test('a search within a radius without masjids can suggest the closest masjids within a larger radius', async () => {
  const { client } = await newKhateeb(app.baseUrl, { zipCode: '48104' })
  const found = async (asked: object) =>
    (await client.call(getMasjids, { near: 'me', ...asked })).map((it) => [it.masjidName, it.isSuggestion])
  const flint = { near: '43.01,-83.69' }
  expect(await found({ ...flint, radius: '30' })).toEqual([])
  expect(await found({ ...flint, radius: '30', otherwiseWithin: '60' })).toEqual([
    ['Ann Arbor Center', true],
    ['Masjid Al-Noor', true],
  ])
  expect(await found({ ...flint, radius: '30', otherwiseWithin: '40' })).toEqual([])
  expect(await found({ radius: '30', otherwiseWithin: '60' })).toEqual([
    ['Ann Arbor Center', undefined],
    ['Masjid Al-Noor', undefined],
  ])
})
