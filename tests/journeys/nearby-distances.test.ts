import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSite } from '../runtime/browser.ts'
import { dayAndDate, longDate } from '../runtime/format-dates.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { friday, fridayAfter, postSlot } from '../runtime/slots.ts'
import { card, openAs } from './pages.ts'
import { row, waitForText } from './sections.ts'

/** ZIP codes of masjids 2.5, 23.0, 28.0, 31.3 and 47.5 miles from Casper, the city of the viewing khateeb. Linch is 50.2 miles away. */
const wyomingZipCodes = {
  Mills: '82644',
  Glenrock: '82637',
  Natrona: '82646',
  Alcova: '82620',
  Douglas: '82633',
}
/** ZIP codes of khateebs 14.1, 29.7, 36.5, 45.5 and 50.5 miles from Miles City, the city of the viewing masjid. */
const montanaZipCodes = {
  Kinsey: '59338',
  Ismay: '59336',
  Terry: '59349',
  Mildred: '59341',
  Colstrip: '59323',
}

const site = await openSite()
const newKhateebIn = (city: keyof typeof montanaZipCodes) =>
  newKhateeb(site.url, { zipCode: montanaZipCodes[city], firstName: 'Bilal', lastName: `of ${city}` })
const masjids = Object.entries(wyomingZipCodes).map(([city, zipCode]) =>
  newMasjid(site.url, { zipCode, masjidName: `Masjid of ${city}` }),
)
const [
  khateebOfCasper,
  masjidOfMilesCity,
  masjidOfLinch,
  khateebOfKinsey,
  khateebOfMildred,
  khateebOfColstrip,
] = await Promise.all([
  newKhateeb(site.url, { zipCode: '82601' }),
  newMasjid(site.url, { zipCode: '59301' }),
  newMasjid(site.url, { zipCode: '82640' }),
  newKhateebIn('Kinsey'),
  newKhateebIn('Mildred'),
  newKhateebIn('Colstrip'),
  newKhateebIn('Ismay'),
  newKhateebIn('Terry'),
  ...masjids,
])

/** Returns the texts of the items of a section or list, each on one line. */
async function itemTexts(page: Page, part: 'region' | 'list', name: string): Promise<string[]> {
  const items = page.getByRole(part, { name, exact: true }).getByRole('listitem')
  const texts = await items.allInnerTexts()
  return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim())
}

test('the dashboard shows a khateeb the four closest masjids, and Nearby Masjids shows all masjids within 30 miles', async () => {
  const page = await openAs(site, khateebOfCasper, '/dashboard')
  await expect
    .poll(() => itemTexts(page, 'region', 'Masjids Near You'))
    .toEqual([
      'Masjid of Mills 2.5 miles · Mills',
      'Masjid of Glenrock 23 miles · Glenrock',
      'Masjid of Natrona 28 miles · Natrona',
      'Masjid of Alcova 31.3 miles · Alcova',
    ])
  await page.getByRole('link', { name: 'See More Masjids Nearby', exact: true }).click()
  await page.waitForURL('**/nearby-masjids')
  await expect
    .poll(() => itemTexts(page, 'list', 'Nearby Masjids'))
    .toEqual([
      'Masjid of Mills 2.5 miles · Mills, WY',
      'Masjid of Glenrock 23 miles · Glenrock, WY',
      'Masjid of Natrona 28 miles · Natrona, WY',
    ])
  await page.getByRole('searchbox').fill('douglas')
  await expect
    .poll(() => itemTexts(page, 'list', 'Nearby Masjids'))
    .toEqual(['Masjid of Douglas 47.5 miles · Douglas, WY'])
  await page.getByRole('button', { name: 'Go Back', exact: true }).click()
  await page.waitForURL('**/dashboard')
})

test('the landing screen shows a masjid the two closest khateebs, and Nearby Khateebs shows all khateebs within 30 miles', async () => {
  await postSlot(masjidOfMilesCity)
  const page = await openAs(site, masjidOfMilesCity, '/masjid-landing')
  const near = () => itemTexts(page, 'region', 'Nearby Khateebs')
  await expect.poll(async () => (await near()).length).toBe(2)
  const [first, second] = await near()
  expect(first).toMatch(/^Bilal of Kinsey 14\.1 miles · Kinsey .*Request This Khateeb$/)
  expect(second).toMatch(/^Bilal of Ismay 29\.7 miles · Ismay .*Request This Khateeb$/)
  const name = row(page, 'Nearby Khateebs', 'Kinsey').getByRole('link', { name: 'Bilal of Kinsey' })
  await expect.poll(() => name.getAttribute('href')).toBe(`/khateeb-details/${khateebOfKinsey.uid}`)

  await page.getByRole('link', { name: 'See More and Request Khateebs', exact: true }).click()
  await page.waitForURL('**/nearby-khateebs')
  const found = () => itemTexts(page, 'list', 'Nearby Khateebs')
  await expect
    .poll(found)
    .toEqual([
      'Bilal of Kinsey 14.1 miles · Kinsey, MT Request This Khateeb',
      'Bilal of Ismay 29.7 miles · Ismay, MT Request This Khateeb',
    ])
  await page.getByRole('searchbox', { name: 'Search khateebs by name or city' }).fill('of terry')
  await expect.poll(found).toEqual(['Bilal of Terry 36.5 miles · Terry, MT Request This Khateeb'])
  await page.getByRole('button', { name: 'Go Back', exact: true }).click()
  await page.waitForURL('**/masjid-landing')
})

test('Nearby Masjids shows the closest masjids within 50 miles if no masjid is within 30 miles', async () => {
  const page = await openAs(site, khateebOfMildred, '/nearby-masjids')
  await page
    .getByText('No masjids found within 30 miles. Use the search bar above to find masjids anywhere.')
    .waitFor()
  await expect
    .poll(() => itemTexts(page, 'list', 'The closest within 50 miles'))
    .toEqual([
      expect.stringMatching(`^${masjidOfMilesCity.name} 45\\.5 miles · Miles City, MT( 1 open date: .*)?$`),
    ])
})

test('home screens show accounts within 50 miles, and link to the full lists if there are no such accounts', async () => {
  const page = await openAs(site, khateebOfMildred, '/dashboard')
  await expect
    .poll(() => itemTexts(page, 'region', 'Masjids Near You'))
    .toEqual([`${masjidOfMilesCity.name} 45.5 miles · Miles City`])

  const further = await openAs(site, khateebOfColstrip, '/dashboard')
  await waitForText(further, 'Masjids Near You', 'No masjids available nearby within 50 miles.')
  const masjids = further.getByRole('link', { name: 'Explore Other Masjids', exact: true })
  await expect.poll(() => masjids.getAttribute('href')).toBe('/nearby-masjids')

  const masjid = await openAs(site, masjidOfLinch, '/masjid-landing')
  await waitForText(masjid, 'Nearby Khateebs', 'No khateebs available nearby within 50 miles.')
  await masjid.getByRole('link', { name: 'Explore Other Khateebs', exact: true }).click()
  await masjid.waitForURL('**/nearby-khateebs')
})

test('a new khateeb’s home screen suggests completing the profile, and exploring other masjids if no masjid is nearby', async () => {
  const khateeb = await newKhateeb(site.url, { zipCode: '99723' })
  const page = await openAs(site, khateeb, '/dashboard')
  await page.getByRole('heading', { level: 1, name: khateeb.name }).waitFor()
  await waitForText(page, 'Upcoming Khutbahs', 'No upcoming khutbahs.')
  await waitForText(page, 'Pending Requests to Give Khutbah', 'No pending requests')
  await waitForText(page, 'Sent Requests to Masjids', 'No sent requests')
  await waitForText(page, 'Masjids Near You', 'No masjids available nearby within 50 miles.')
  const profile = page.getByRole('link', { name: 'Complete Profile' })
  await expect.poll(() => profile.getAttribute('href')).toBe('/about-me')
  const others = page.getByRole('link', { name: 'Explore Other Masjids' })
  await expect.poll(() => others.getAttribute('href')).toBe('/nearby-masjids')
})

test('the slot picker groups slots by date, and each option shows date and time', async () => {
  const masjid = await newMasjid(site.url)
  await postSlot(masjid, '13:00', friday)
  await postSlot(masjid, '14:30', friday)
  await postSlot(masjid, '13:30', fridayAfter(1))
  const page = await openAs(site, masjid, '/nearby-khateebs')
  const picker = card(page, 'The Slot to Fill').getByLabel('Khutbah slot')
  const groups = () =>
    picker
      .locator('optgroup')
      .evaluateAll((all) =>
        all.map((group) => [
          group.getAttribute('label'),
          ...Array.from(group.children, (option) => option.textContent),
        ]),
      )
  await expect.poll(groups).toEqual([
    [dayAndDate(friday), `${longDate(friday)} · 1:00 PM`, `${longDate(friday)} · 2:30 PM`],
    [dayAndDate(fridayAfter(1)), `${longDate(fridayAfter(1))} · 1:30 PM`],
  ])
})
