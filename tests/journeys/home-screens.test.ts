import { expect, test } from 'vitest'
import { addKhutbah } from '../../contract/khutbahs.ts'
import { openSite, signInOn } from '../runtime/browser.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { postSlot } from '../runtime/slots.ts'
import { errorAt } from './forms.ts'
import { holdRequests } from './hold-requests.ts'
import { untilPainted, withoutServerRendering } from './pages.ts'
import { nextToast, postedSlot, waitForText } from './sections.ts'

const site = await openSite()
const page = await site.open()

test('a new masjid is offered to post the next Friday, with a suggested date and time', async () => {
  await signInOn(page, await newMasjid(site.url))
  await page.goto('/masjid-landing')
  await waitForText(page, 'Upcoming Khutbahs', 'No upcoming khutbahs.')
  await page.getByRole('button', { name: 'Post the Next Friday' }).click()
  await page.getByRole('button', { name: 'Add Khutbah', exact: true }).click()
  expect(await nextToast(page)).toBe('Khutbah added successfully!')
  await postedSlot(page, '1:30 PM').getByText('Khateeb: N/A').waitFor()
  const heading = page.getByRole('region', { name: 'Upcoming Khutbahs' }).getByRole('heading', { level: 3 })
  await expect.poll(() => heading.innerText()).toMatch(/^Friday, /)
})

test('changing the number of khutbahs adds and removes time fields, keeps typed times, and all are required', async () => {
  const masjid = await newMasjid(site.url)
  await signInOn(page, masjid)
  await page.goto('/masjid-landing')
  await page.getByRole('button', { name: 'Add New Khutbah' }).click()
  const count = page.getByLabel('Number of khutbahs')
  const times = page.getByLabel(/^Time of khutbah/)
  await count.fill('3')
  await times.nth(2).fill('15:00')
  await count.fill('1')
  await expect.poll(() => times.count()).toBe(1)
  await count.fill('0')
  await expect.poll(() => times.count()).toBe(1)
  await count.fill('3')
  await expect.poll(() => times.nth(2).inputValue()).toBe('15:00')
  await page.getByRole('button', { name: 'Add Khutbah', exact: true }).click()
  expect(await nextToast(page)).toBe('Please fill all fields')
  await expect.poll(() => times.nth(1).getAttribute('aria-invalid')).toBe('true')
  await times.nth(1).fill('14:00')
  await page.getByRole('button', { name: 'Add Khutbah', exact: true }).click()
  expect(await nextToast(page)).toBe('Khutbah added successfully!')
  await postedSlot(page, '3:00 PM').waitFor()
})

test('a server error is shown at its field, and the typed value stays', async () => {
  await signInOn(page, await newMasjid(site.url))
  await page.goto('/masjid-landing')
  await page.getByRole('button', { name: 'Add New Khutbah' }).click()
  await page.getByLabel('Date').fill('2020-01-03')
  await page.getByRole('button', { name: 'Add Khutbah', exact: true }).click()
  expect(await nextToast(page)).toBe('Failed to add Khutbah.')
  await expect.poll(() => errorAt(page, 'Date')).toBe('This date is in the past.')
  await expect.poll(() => page.getByLabel('Date').inputValue()).toBe('2020-01-03')
})

test('posting a time twice shows that it is already posted', async () => {
  const masjid = await newMasjid(site.url)
  const slot = await postSlot(masjid)
  await masjid.client.call(addKhutbah, { masjidUid: 'me', date: slot.khutbahDate, times: ['14:00'] })
  await signInOn(page, masjid)
  await page.goto('/masjid-landing')
  await page.getByRole('button', { name: 'Add New Khutbah' }).click()
  await page.getByLabel('Date').fill(slot.khutbahDate)
  await page.getByLabel('Time of khutbah 1').fill(slot.khutbahTime)
  await page.getByRole('button', { name: 'Add Khutbah', exact: true }).click()
  expect(await nextToast(page)).toBe('These times are posted already.')
})

test('a new khateeb is offered to complete the profile, and to explore other masjids when none is nearby', async () => {
  const khateeb = await newKhateeb(site.url, { zipCode: '99723' })
  await signInOn(page, khateeb)
  await page.goto('/dashboard')
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

test('the welcome banner of a khateeb without a bio causes no layout shift', async () => {
  await signInOn(page, await newKhateeb(site.url))
  await withoutServerRendering(page)
  const record = page.waitForResponse('**/users/me?*')
  await page.route('**/get_masjids?*', async (route) => {
    await (await record).finished()
    await untilPainted(page)
    await route.fallback()
  })
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Complete Profile' }).waitFor()
  const moved = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().length)).observe({
          type: 'layout-shift',
          buffered: true,
        })
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)))
      }),
  )
  expect(moved).toBe(0)
  await page.unrouteAll({ behavior: 'wait' })
})

test('the home screen of the other role shows an error and a link to the caller’s own', async () => {
  await signInOn(page, await newMasjid(site.url))
  await page.goto('/dashboard')
  expect(await nextToast(page)).toBe('No user data found.')
  await signInOn(page, await newKhateeb(site.url))
  await page.goto('/masjid-landing')
  expect(await nextToast(page)).toBe('No masjid data found.')
  await page.getByRole('link', { name: 'Go to my dashboard' }).click()
  await page.waitForURL('**/dashboard')
})

test('the home screen of the other role offers no actions, even before the server refuses its data', async () => {
  await signInOn(page, await newKhateeb(site.url))
  await withoutServerRendering(page)
  // The server's refusal is never released.
  await holdRequests(page, '**/masjids/me?*')
  await page.goto('/masjid-landing')
  await page.getByRole('heading', { level: 1, name: 'No masjid data found.' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Add New Khutbah' }).count()).toBe(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
