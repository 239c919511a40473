import { expect, test } from 'vitest'
import { getKhateebs, getMasjids } from '../../contract/directory.ts'
import { updateMasjid } from '../../contract/own-records.ts'
import { startApp } from '../runtime/app.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'

const app = await startApp()
const zipByMasjidName = {
  'Masjid al-Nūr': '48126',
  'An-Noor Foundation': '67202',
  'Al-Hidaya Center': '12110',
  'Masjid Al-Huda': '50309',
  'Masjid Quba': '10455',
  'Lantern Hill Islamic Center': '06902',
  'Masjid As-Salam': '35205',
  'Islamic Center of Juniper Valley': '99501',
  'Bilal ibn Rabah Mosque': '83706',
  'Masjidut Taqwa': '08608',
  'Jum‘ah Society of the Plains': '58102',
  'Masjid Uthman': '59601',
  'Larkspur Muslim Community Center': '82001',
} as const
await Promise.all(
  Object.entries(zipByMasjidName).map(([masjidName, zipCode]) =>
    newMasjid(app.baseUrl, { masjidName, zipCode }),
  ),
)
const khateeb = await newKhateeb(app.baseUrl, {
  firstName: 'Mohammed',
  lastName: 'Al-Khalil',
  zipCode: '48126',
})

async function search(q: string) {
  const found = await khateeb.client.call(getMasjids, { q, near: 'me' })
  const names = (suggested: boolean) =>
    found.filter((it) => (it.isSuggestion ?? false) === suggested).map((it) => it.masjidName)
  return { matches: names(false), suggestions: names(true) }
}

test.each([
  ['Dearborn, MI', 'Masjid al-Nūr'],
  ['48126', 'Masjid al-Nūr'],
  ['48126-1234', 'Masjid al-Nūr'],
  ['06902', 'Lantern Hill Islamic Center'],
  ['Stamford Connecticut', 'Lantern Hill Islamic Center'],
  ['Birmingham, AL', 'Masjid As-Salam'],
  ['alabama', 'Masjid As-Salam'],
  ['Noor Dearborn', 'Masjid al-Nūr'],
  ['dearborn mosque noor', 'Masjid al-Nūr'],
  ['Al Hedayah', 'Al-Hidaya Center'],
  ['alhidayah', 'Al-Hidaya Center'],
  ['Al Hoda', 'Masjid Al-Huda'],
  ['kuba', 'Masjid Quba'],
  ['masjed qubaa', 'Masjid Quba'],
  ['Islamic Centre of Juniper', 'Islamic Center of Juniper Valley'],
  ['junipervalley', 'Islamic Center of Juniper Valley'],
  ['Bilaal Ibn Raba', 'Bilal ibn Rabah Mosque'],
  ['assalaam', 'Masjid As-Salam'],
  ['As Salam', 'Masjid As-Salam'],
  ['masjid takwa', 'Masjidut Taqwa'],
  ['Jumah', 'Jum‘ah Society of the Plains'],
  ["jum'ah", 'Jum‘ah Society of the Plains'],
  ['Osman', 'Masjid Uthman'],
])('a search for %s matches only %s', async (q, name) => {
  expect((await search(q)).matches).toEqual([name])
})

// The masjid in Fargo, North Dakota, must not match: Noor is not the beginning of North.
test.each(['alnoor', 'nur', 'Al-Noor', 'noor', 'annoor', 'an-nur', 'NŪR'])(
  'a search for %s matches every spelling of Noor',
  async (q) => {
    expect((await search(q)).matches).toEqual(['Masjid al-Nūr', 'An-Noor Foundation'])
  },
)

test.each([
  ['Stanford', 'Lantern Hill Islamic Center'],
  ['Lanturn Hil', 'Lantern Hill Islamic Center'],
  ['Isalmic Center of Juniper Valley', 'Islamic Center of Juniper Valley'],
  ['Islamic Center of Juinper Valley', 'Islamic Center of Juniper Valley'],
  ['Larkspr Muslim Community Center', 'Larkspur Muslim Community Center'],
  ['Larkspur Mulsim Community Center', 'Larkspur Muslim Community Center'],
  ['Billl ibn Rabah', 'Bilal ibn Rabah Mosque'],
  ['Masjidut Tawqa', 'Masjidut Taqwa'],
  ['Al-Hidaja Center', 'Al-Hidaya Center'],
  ['Birminham', 'Masjid As-Salam'],
])('a search for %s has no match, and suggests %s first', async (q, name) => {
  const { matches, suggestions } = await search(q)
  expect(matches).toEqual([])
  expect(suggestions[0]).toBe(name)
  expect(suggestions.length).toBeLessThanOrEqual(5)
})

test('a search for an unknown word suggests nothing', async () => {
  for (const q of ['xyzzy', 'qwertyuiop', '00000', '!?']) {
    expect(await search(q)).toEqual({ matches: [], suggestions: [] })
  }
})

test('suggestions have distances in a search near a place, and stay within the radius', async () => {
  const q = 'Stanford'
  const [far] = await khateeb.client.call(getMasjids, { q, near: 'me' })
  expect(far?.distance).toBeGreaterThan(400)
  expect(await khateeb.client.call(getMasjids, { q, near: 'me', radius: '50' })).toEqual([])
  const [unlocated] = await khateeb.client.call(getMasjids, { q })
  expect(unlocated?.distance).toBeUndefined()
  expect(unlocated?.isSuggestion).toBe(true)
})

test('a search within a radius suggests a masjid inside the radius, even if masjids outside are more similar', async () => {
  for (let count = 0; count < 5; count += 1)
    await newMasjid(app.baseUrl, { masjidName: 'Tamarisk Garden Mosque', zipCode: '96813' })
  const near = await newMasjid(app.baseUrl, { masjidName: 'Tamarisk Gardens Prayer Hall', zipCode: '48126' })
  const found = await khateeb.client.call(getMasjids, { q: 'Tamarixk Garden', near: 'me', radius: '50' })
  expect(found).toMatchObject([{ uid: near.uid, isSuggestion: true }])
})

test.each([['Muhammad Khaleel'], ['mohamad'], ['alkhalil dearborn'], ['Mohamed, MI']])(
  'a search for %s finds the khateeb Mohammed Al-Khalil',
  async (q) => {
    const [found] = await khateeb.client.call(getKhateebs, { q })
    expect(found?.uid).toBe(khateeb.uid)
    expect(found?.isSuggestion).toBeUndefined()
  },
)

test('a search with a misspelled name suggests the khateeb', async () => {
  const [found] = await khateeb.client.call(getKhateebs, { q: 'Mohammed Kahlel' })
  expect(found?.lastName).toBe('Al-Khalil')
  expect(found?.isSuggestion).toBe(true)
})

test('a search finds a masjid by its new name and city as soon as the profile is saved', async () => {
  const masjid = await newMasjid(app.baseUrl, { masjidName: 'Masjid Marigold', zipCode: '73102' })
  await masjid.client.call(updateMasjid, {
    uid: masjid.uid,
    masjidName: 'Masjid Periwinkle',
    zipCode: '97201',
  })
  expect((await search('periwinkle portland')).matches).toEqual(['Masjid Periwinkle'])
  expect((await search('marigold')).matches).toEqual([])
})
