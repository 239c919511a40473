import { expect, test } from 'vitest'
import { addKhutbah } from '../../contract/khutbahs.ts'
import { addDays } from '../../domain/khutbahs/wall-clock.ts'
import { openSite, signInOn } from '../runtime/browser.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { confirmKhateeb, inviteKhateeb, postSlot, requestSlot } from '../runtime/slots.ts'
import { openScreen } from './every-screen.ts'
import { untilFocused } from './keyboard.ts'
import { internalError } from './pages.ts'
import { readAndCloseToast, slotCell } from './sections.ts'

const site = await openSite()
const page = await site.open()

/** Returns `count` dates a week apart, starting with `first`, as YYYY-MM-DD. */
function fridays(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, week) => addDays(first, 7 * week))
}

/** Matches the calls for the second page and later pages. */
const isLaterPage = (url: URL) => url.searchParams.has('cursor')

/** Opens a home screen and counts its empty lists. */
async function countEmptyLists(home: string): Promise<number> {
  await openScreen(page, home)
  return page.getByText(/^No (upcoming khutbahs\.|(pending|sent) requests)$/u).count()
}

const dates = () => page.getByRole('list', { name: 'Archived Khutbahs' }).locator('time[datetime*="-"]')

test('past khutbahs are listed in the archive, which is paged and sorted newest first', async () => {
  await site.setNow('2026-01-01T12:00:00Z')
  const masjid = await newMasjid(site.url)
  for (const date of fridays('2026-01-02', 23)) {
    await masjid.client.call(addKhutbah, { masjidUid: 'me', date, times: ['13:00', '14:30'] })
  }
  await site.setNow('2026-06-05T12:00:00Z')
  await signInOn(page, masjid)
  await page.goto('/masjid-landing')
  const links = page.getByRole('region', { name: 'Upcoming Khutbahs' }).getByRole('link')
  await expect.poll(() => links.allInnerTexts()).toEqual(['Friday Plan', 'Slot History', 'CSV'])
  expect(await links.nth(1).getAttribute('href')).toBe('/slot-history')
  await page.getByRole('rowheader', { name: 'Friday, June 5, 2026' }).waitFor()
  await page.getByRole('link', { name: 'Archived Khutbahs' }).click()

  await page.getByRole('button', { name: 'Show More' }).waitFor()
  await expect.poll(() => dates().count()).toBe(20)
  await expect.poll(() => dates().first().innerText()).toBe('Friday, May 29, 2026')
  const times = page.getByRole('list', { name: 'Archived Khutbahs' }).getByRole('list').first()
  await expect.poll(() => times.innerText()).toMatch(/^1:00 PM · N\/A\s+2:30 PM · N\/A$/)
  await page.route(isLaterPage, (route) => route.fulfill(internalError))
  await page.getByRole('button', { name: 'Show More' }).click()
  expect(await readAndCloseToast(page)).toBe('Failed to fetch khutbahs.')
  await page.unroute(isLaterPage)
  await page.getByRole('button', { name: 'Show More' }).click()
  await page.getByText('Friday, January 2, 2026').waitFor()
  await expect.poll(() => dates().count()).toBe(22)
  await expect.poll(() => page.getByRole('button', { name: 'Show More' }).count()).toBe(0)
  await untilFocused(page.getByRole('listitem').filter({ hasText: 'Friday, January 9, 2026' }))

  await page.getByRole('button', { name: 'Go Back' }).click()
  await page.getByRole('heading', { level: 1, name: masjid.name }).waitFor()
})

test('an empty archive shows a message, and a khateeb has no archive', async () => {
  await site.setNow(null)
  await signInOn(page, await newMasjid(site.url))
  await page.goto('/archived-khutbahs')
  await page.getByText('No archived khutbahs yet.').waitFor()
  await signInOn(page, await newKhateeb(site.url))
  await page.goto('/archived-khutbahs')
  expect(await readAndCloseToast(page)).toBe('No masjid data found.')
})

test('a khutbah is upcoming until its last slot begins, and a begun slot cannot be selected or changed', async () => {
  await site.setNow('2026-06-01T12:00:00Z')
  const masjid = await newMasjid(site.url)
  await newKhateeb(site.url)
  await masjid.client.call(addKhutbah, { masjidUid: 'me', date: '2026-06-05', times: ['12:00', '14:30'] })
  await site.setNow('2026-06-05T17:30:00Z')
  await signInOn(page, masjid)
  await page.goto('/masjid-landing')
  await slotCell(page, '12:00 PM').getByText('Started').waitFor()
  await expect.poll(() => slotCell(page, '12:00 PM').getByRole('button').count()).toBe(0)
  await expect
    .poll(() => slotCell(page, '2:30 PM').getByRole('button').allInnerTexts())
    .toEqual([expect.stringMatching(/^2:30 PM\s+N\/A\s+Open$/u)])
  await page.goto('/nearby-khateebs')
  const choices = page.getByLabel('Khutbah slot').getByRole('option')
  await expect
    .poll(() => choices.allInnerTexts())
    .toEqual(['Choose a slot', expect.stringContaining('2:30 PM')])

  await page.goto(`/khutbah/2026-06-05?masjid=${masjid.uid}`)
  await page.getByText('Started').waitFor()
  await site.setNow('2026-06-05T18:30:00.001Z')
  await page.goto('/archived-khutbahs')
  await page.getByText('Friday, June 5, 2026').waitFor()
})

test('slots that have begun disappear from the upcoming and pending lists of both home screens', async () => {
  await site.setNow('2026-06-01T12:00:00Z')
  const masjid = await newMasjid(site.url)
  const khateeb = await newKhateeb(site.url)
  const [led, wanted, offered] = [
    await postSlot(masjid, '09:00', '2026-06-05'),
    await postSlot(masjid, '11:00', '2026-06-05'),
    await postSlot(masjid, '13:00', '2026-06-05'),
  ]
  await confirmKhateeb(masjid, khateeb, led)
  await requestSlot(khateeb, wanted)
  await inviteKhateeb(masjid, khateeb, offered)
  for (const [person, home, ...does] of [
    [khateeb, '/dashboard', 'Withdraw', 'Revoke', 'Accept'],
    [masjid, '/masjid-landing', 'Remove Khateeb', 'Revoke', 'Approve'],
  ] as const) {
    await signInOn(page, person)
    await page.goto(home)
    for (const name of does) await page.getByRole('button', { name }).waitFor()
    await site.setNow('2026-06-05T17:00:00.001Z')
    await signInOn(page, person)
    await expect.poll(() => countEmptyLists(home)).toBe(3)
    await site.setNow('2026-06-01T12:00:00Z')
  }
})
