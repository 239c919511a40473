import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSite, signInOn } from '../runtime/browser.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { confirmKhateeb, postSlot } from '../runtime/slots.ts'
import { card, gotoUntilLive, openAs } from './pages.ts'
import { readAndCloseToast, row } from './sections.ts'

const site = await openSite()
const page = await site.open()

test('a slot stays on both dashboards for an hour after its start, and is then in the khateeb’s history', async () => {
  await site.setNow('2026-06-01T12:00:00Z')
  const masjid = await newMasjid(site.url, { zipCode: '48126', masjidAddress: '7 Oak Street' })
  const khateeb = await newKhateeb(site.url)
  await confirmKhateeb(masjid, khateeb, await postSlot(masjid, '13:00', '2026-06-05'))

  await site.setNow('2026-06-05T17:59:59Z')
  await signInOn(page, khateeb)
  await page.goto('/dashboard')
  const given = row(page, 'Under Way', masjid.name)
  const directions = given.getByRole('link', { name: 'Directions to 7 Oak Street' })
  const destination = new URL((await directions.getAttribute('href')) ?? '').searchParams.get('destination')
  expect(destination).toBe('7 Oak Street, Dearborn, MI 48126')
  await given.getByRole('link', { name: '(313) 555-0100' }).waitFor()
  await page.getByText('No upcoming khutbahs.').waitFor()
  await signInOn(page, masjid)
  await page.goto('/masjid-landing')
  await row(page, 'Under Way', '1:00 PM').getByRole('link', { name: khateeb.name }).waitFor()

  await site.setNow('2026-06-05T18:00:00Z')
  await page.reload()
  await page.getByText('No upcoming khutbahs.').waitFor()
  expect(await page.getByText('Under Way').count()).toBe(0)
  await signInOn(page, khateeb)
  await page.goto('/dashboard')
  await page.getByText('No upcoming khutbahs.').waitFor()
  expect(await page.getByText('Under Way').count()).toBe(0)
  await page.getByRole('link', { name: 'My Khutbahs' }).click()
  await page.getByRole('heading', { level: 2, name: '2026 · 1 khutbah' }).waitFor()
  await page.getByRole('listitem').getByRole('link', { name: masjid.name }).waitFor()
  await site.setNow(null)
})

test('at midnight in the masjid’s time zone, the dashboard says “today” in place of “tomorrow” without a reload', async () => {
  await site.setNow('2026-06-01T12:00:00Z')
  const [masjid, khateeb] = [await newMasjid(site.url), await newKhateeb(site.url)]
  await confirmKhateeb(masjid, khateeb, await postSlot(masjid, '13:00', '2026-06-05'))
  await site.setNow('2026-06-05T03:59:00Z')
  const own = await openAs(site, khateeb)
  await own.clock.install({ time: '2026-06-05T03:59:00Z' })
  await gotoUntilLive(own, '/dashboard')
  await own.getByText('Your next khutbah · tomorrow').waitFor()
  await site.setNow('2026-06-05T04:00:30Z')
  await own.clock.fastForward(90_000)
  await expect.poll(() => own.getByText('Your next khutbah · today').count()).toBe(1)
  await site.setNow(null)
})

test('a slot that is under way is not listed with the upcoming slots of its date', async () => {
  await site.setNow('2026-06-01T12:00:00Z')
  const masjid = await newMasjid(site.url)
  const khateeb = await newKhateeb(site.url)
  await confirmKhateeb(masjid, khateeb, await postSlot(masjid, '13:00', '2026-06-05'))
  await postSlot(masjid, '15:00', '2026-06-05')
  await site.setNow('2026-06-05T17:30:00Z')
  const page = await openAs(site, masjid, '/masjid-landing')
  await row(page, 'Under Way', '1:00 PM').waitFor()
  await row(page, 'Upcoming Khutbahs', '3:00 PM').waitFor()
  expect(await row(page, 'Upcoming Khutbahs', '1:00 PM').count()).toBe(0)
  await site.setNow(null)
})

test('Post 4 More Fridays copies all times of the last posted Friday, even while its first service is under way', async () => {
  await site.setNow('2026-06-01T12:00:00Z')
  const masjid = await newMasjid(site.url)
  for (const time of ['13:00', '15:00']) await postSlot(masjid, time, '2026-06-05')
  await site.setNow('2026-06-05T17:30:00Z')
  const page = await openAs(site, masjid, '/masjid-landing')
  await row(page, 'Under Way', '1:00 PM').waitFor()
  await page.getByRole('button', { name: 'Post 4 More Fridays Like These' }).click()
  const dialog = page.getByRole('dialog', { name: 'Post 4 more Fridays' })
  await dialog
    .getByText('These Fridays get the times of your last posted Friday (1:00 PM and 3:00 PM):')
    .waitFor()
  await dialog.getByRole('button', { name: 'Post 8 Khutbahs' }).click()
  expect(await readAndCloseToast(page)).toBe('8 khutbahs added.')
  await site.setNow(null)
})

test('the khutbah’s screen shows a slot until an hour after its start, with directions to the masjid', async () => {
  await site.setNow('2026-06-01T12:00:00Z')
  const masjid = await newMasjid(site.url, { zipCode: '48126', masjidAddress: '7 Oak Street' })
  const khateeb = await newKhateeb(site.url)
  await confirmKhateeb(masjid, khateeb, await postSlot(masjid, '13:00', '2026-06-05'))
  await site.setNow('2026-06-05T17:59:59Z')
  const page = await openAs(site, khateeb, `/khutbah/2026-06-05?masjid=${masjid.uid}`)
  await card(page, '1:00 PM').getByText('Under way', { exact: true }).waitFor()
  await card(page, '1:00 PM').getByText('You are confirmed').waitFor()
  await page.getByRole('link', { name: 'Directions to 7 Oak Street, Dearborn, MI 48126' }).waitFor()

  await site.setNow('2026-06-05T18:00:00Z')
  await page.reload()
  await page.getByText('No khutbah data available').waitFor()
  expect(await page.getByText('Under Way').count()).toBe(0)
  await site.setNow(null)
})

/** Runs the page's clock until `isDone`. */
async function runClockUntilTrue(page: Page, isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await page.clock.runFor(200)
}

test('an open dashboard shows a slot as under way for an hour from its start', async () => {
  await site.setNow('2026-06-01T12:00:00Z')
  const masjid = await newMasjid(site.url)
  const khateeb = await newKhateeb(site.url)
  await confirmKhateeb(masjid, khateeb, await postSlot(masjid, '13:00', '2026-06-05'))
  await site.setNow('2026-06-05T16:59:00Z')
  const page = await openAs(site, khateeb)
  await page.clock.install({ time: '2026-06-05T16:59:00Z' })
  await page.goto('/dashboard')
  await row(page, 'Upcoming Khutbahs', masjid.name).waitFor()

  await site.setNow('2026-06-05T17:00:30Z')
  await page.clock.runFor(90_000)
  await runClockUntilTrue(page, () => row(page, 'Under Way', masjid.name).isVisible())
  expect(await page.getByText('No upcoming khutbahs.').isVisible()).toBe(true)

  await site.setNow('2026-06-05T18:00:30Z')
  await page.clock.fastForward(60 * 60_000)
  await runClockUntilTrue(page, async () => (await page.getByText('Under Way').count()) === 0)
  await site.setNow(null)
})
