import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { withdrawKhateeb } from '../../contract/assignments.ts'
import { addKhutbah } from '../../contract/khutbahs.ts'
import { openSite, signInOn } from '../runtime/browser.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'
import {
  confirmKhateeb,
  friday,
  fridayAfter,
  inviteKhateeb,
  postSlot,
  requestSlot,
} from '../runtime/slots.ts'
import { openScreen } from './every-screen.ts'
import { holdRequests, holdResponses } from './hold-requests.ts'
import { gotoUntilQuiet, internalError, openAs } from './pages.ts'
import { readAndCloseToast, row, slotCell } from './sections.ts'

const site = await openSite()
const page = await site.open()

const countRows = (section: string) => row(page, section, /./).count()
const showMoreButton = () => page.getByRole('button', { name: 'Show More' })

const nearbySlots = (of: Page) => of.getByRole('list', { name: 'Open Near You' }).getByRole('listitem')

/** Opens a khateeb's list of 24 open slots, which shows 20. The page gets no live updates, because they would also refresh the list. */
async function openNearbySlots(zipCode: string): Promise<Page> {
  const masjid = await newMasjid(site.url, { zipCode })
  const times = Array.from({ length: 12 }, (_, index) => `${8 + index}:00`.padStart(5, '0'))
  for (const date of [friday, fridayAfter(1)])
    await masjid.client.call(addKhutbah, { masjidUid: 'me', date, times })
  const own = await openAs(site, await newKhateeb(site.url, { zipCode }))
  await own.route('**/changes*', (route) => route.abort())
  await gotoUntilQuiet(own, '/nearby-slots')
  expect(await nearbySlots(own).count()).toBe(20)
  return own
}

function newKhateebs(count: number): Promise<TestAccount[]> {
  return Promise.all(Array.from({ length: count }, () => newKhateeb(site.url)))
}

test('a masjid sees its first five requests, and the rest after Show More', async () => {
  const masjid = await newMasjid(site.url)
  const slot = await postSlot(masjid)
  for (const khateeb of await newKhateebs(7)) await requestSlot(khateeb, slot)
  await signInOn(page, masjid)
  await openScreen(page, '/masjid-landing')
  await page.getByText('7 requests are waiting for your answer').waitFor()
  expect(await countRows('Pending Requests')).toBe(5)
  expect(await slotCell(page, '1:00 PM').innerText()).toContain('7 requests')

  await page.route('**/masjids/me?*', (route) => route.fulfill(internalError))
  await showMoreButton().click()
  expect(await readAndCloseToast(page)).toBe('Error fetching masjid data. Please try again later.')
  expect(await countRows('Pending Requests')).toBe(5)
  await page.unroute('**/masjids/me?*')

  await showMoreButton().click()
  await expect.poll(() => countRows('Pending Requests')).toBe(7)
  expect(await showMoreButton().count()).toBe(0)
})

/** Opens the home screen of a masjid with six requests and six invites. Each list shows five. */
async function openSixRequestsAndSixInvites(): Promise<void> {
  const masjid = await newMasjid(site.url)
  const [slot, other] = [await postSlot(masjid), await postSlot(masjid, '15:00')]
  for (const khateeb of await newKhateebs(6)) await requestSlot(khateeb, slot)
  for (const khateeb of await newKhateebs(6)) await inviteKhateeb(masjid, khateeb, other)
  await signInOn(page, masjid)
  await openScreen(page, '/masjid-landing')
}

test('a masjid that presses Show More in two lists before the first response arrives sees all items of both lists', async () => {
  await openSixRequestsAndSixInvites()
  const held = await holdRequests(page, /requests=25/u)
  await showMoreButton().first().click()
  await expect.poll(held.count).toBe(1)
  await showMoreButton().click()
  await expect.poll(() => countRows('Sent Requests')).toBe(6)
  held.release()
  await expect.poll(() => countRows('Pending Requests')).toBe(6)
  expect(await countRows('Sent Requests')).toBe(6)
  await page.unroute(/requests=25/u)
})

test('the description of each Show More button is the name of its list', async () => {
  await openSixRequestsAndSixInvites()
  const descriptions = await showMoreButton().evaluateAll((buttons) =>
    buttons.map((it) => document.getElementById(it.getAttribute('aria-describedby') ?? '')?.textContent),
  )
  expect(descriptions).toEqual(['Pending Requests', 'Sent Requests'])
})

test('a list that Show More has expanded on the masjid’s home screen is still expanded after Back', async () => {
  const masjid = await newMasjid(site.url)
  const slot = await postSlot(masjid)
  const khateebs = await newKhateebs(7)
  for (const khateeb of khateebs) await requestSlot(khateeb, slot)
  await signInOn(page, masjid)
  await openScreen(page, '/masjid-landing')
  await showMoreButton().click()
  await expect.poll(() => countRows('Pending Requests')).toBe(7)
  const last = row(page, 'Pending Requests', /./).last().getByRole('link').first()
  await last.click()
  await page.getByText('The Slot to Fill').waitFor()
  await page.goBack()
  await page.getByText('7 requests are waiting for your answer').waitFor()
  await expect.poll(() => countRows('Pending Requests')).toBe(7)
  expect(await showMoreButton().count()).toBe(0)
})

test('the dashboard shows a khateeb’s first five invites; Show More shows all his khutbahs on the dashboard, and all khutbahs on a masjid’s details', async () => {
  const masjid = await newMasjid(site.url)
  const khateeb = await newKhateeb(site.url)
  const fridays = Array.from({ length: 9 }, (_, week) => fridayAfter(week))
  for (const date of fridays) {
    const slot = await postSlot(masjid, '13:00', date)
    await inviteKhateeb(masjid, khateeb, slot)
  }
  await signInOn(page, khateeb)
  await openScreen(page, '/dashboard')
  await page.getByText('9 invites are waiting for your answer').waitFor()
  expect(await countRows('Pending Requests to Give Khutbah')).toBe(5)
  // After each answered invite, the next invite moves up.
  for (let answered = 1; answered <= 5; answered += 1) {
    await page.getByRole('button', { name: 'Accept' }).first().click()
    await readAndCloseToast(page)
    await page.getByText(`${9 - answered} invites are waiting for your answer`).waitFor()
    // Wait for the other list, because a new item above the button moves the button.
    await expect.poll(() => countRows('Upcoming Khutbahs')).toBe(Math.min(answered, 4))
  }
  expect(await countRows('Pending Requests to Give Khutbah')).toBe(4)
  expect(await countRows('Upcoming Khutbahs')).toBe(4)
  await showMoreButton().click()
  await expect.poll(() => countRows('Upcoming Khutbahs')).toBe(5)

  await page.goto(`/masjid-details/${masjid.uid}`)
  const cards = page.getByRole('main').getByRole('heading', { level: 3 })
  await expect.poll(() => cards.count()).toBe(8)
  await showMoreButton().click()
  await expect.poll(() => cards.count()).toBe(9)
})

test('an invite that a khateeb rejects while Show More loads does not come back', async () => {
  const khateeb = await newKhateeb(site.url)
  const masjids = await Promise.all(Array.from({ length: 7 }, () => newMasjid(site.url)))
  for (const [week, masjid] of masjids.entries())
    await inviteKhateeb(masjid, khateeb, await postSlot(masjid, '13:00', fridayAfter(week)))
  const own = await openAs(site, khateeb)
  // Block live updates, because they would correct the list.
  await own.route('**/changes*', (route) => route.abort())
  await gotoUntilQuiet(own, '/dashboard')
  const held = await holdResponses(own, /\/users\/me\?.*invites=25/u)
  await own.getByRole('button', { name: 'Show More' }).click()
  await expect.poll(held.count).toBe(1)
  const invites = row(own, 'Pending Requests to Give Khutbah', /./)
  const rejected = invites.filter({ hasText: masjids[0]?.name ?? '' })
  await rejected.getByRole('button', { name: 'Reject' }).click()
  expect(await readAndCloseToast(own)).toBe('Invite rejected.')
  await expect.poll(() => rejected.count()).toBe(0)
  held.release()
  await expect.poll(() => invites.count()).toBeGreaterThan(5)
  expect([await invites.count(), await rejected.count()]).toEqual([6, 0])
})

test('Show More loads the next page of a list even if the screen is refreshed meanwhile', async () => {
  const own = await openNearbySlots('99801')
  const held = await holdRequests(own, /open_slots.*cursor/u)
  await own.getByRole('button', { name: 'Show More' }).click()
  await expect.poll(held.count).toBe(1)
  const first = await nearbySlots(own).first().innerText()
  await own.getByRole('button', { name: 'Request to Lead' }).first().click()
  expect(await readAndCloseToast(own)).toContain('has been sent.')
  await expect.poll(() => nearbySlots(own).first().innerText()).not.toBe(first)
  held.release()
  await expect.poll(() => nearbySlots(own).count()).toBe(23)
})

test('Show More does not stop a refresh of the screen', async () => {
  const own = await openNearbySlots('82301')
  const held = await holdRequests(own, /open_slots\?(?!.*cursor)/u)
  await own.getByRole('button', { name: 'Request to Lead' }).first().click()
  expect(await readAndCloseToast(own)).toContain('has been sent.')
  await expect.poll(held.count).toBe(1)
  await own.getByRole('button', { name: 'Show More' }).click()
  held.release()
  await expect.poll(() => nearbySlots(own).count()).toBeGreaterThan(20)
  expect(await nearbySlots(own).count()).toBe(23)
})

test('the slot history lists the changes of a masjid’s slots and who made them, paged and newest first', async () => {
  const [masjid, khateeb] = [await newMasjid(site.url), await newKhateeb(site.url)]
  await signInOn(page, masjid)
  await page.goto('/slot-history')
  await page.getByText('No activity yet.').waitFor()

  for (let hour = 0; hour < 18; hour += 1) await postSlot(masjid, `${String(hour).padStart(2, '0')}:00`)
  const slot = await postSlot(masjid, '20:30')
  await confirmKhateeb(masjid, khateeb, slot)
  await khateeb.client.call(withdrawKhateeb, { khateebUid: 'me', reason: 'I am ill.', ...slot })

  await page.goto('/archived-khutbahs')
  await page.getByRole('link', { name: 'Slot History' }).click()
  const rows = page.getByRole('list', { name: 'Slot History' }).getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(20)
  const entries = await rows.allInnerTexts()
  expect(entries[0]).toContain(`${khateeb.name} withdrew`)
  expect(entries[1]).toContain(`The request from ${khateeb.name} was approved, and they are confirmed`)
  expect(entries[1]).toMatch(/Approved by you, today \d+:\d\d [AP]M/)
  expect(entries[2]).toContain(`${khateeb.name} asked to lead`)
  // An entry about the khateeb's own action contains the khateeb's name only once.
  expect(entries.slice(0, 3).map((it) => it.split(khateeb.name).length - 1)).toEqual([1, 1, 1])
  expect(entries[3]).toContain('Posted')
  expect(entries[3]).toContain('8:30 PM')
  expect(entries[3]).toMatch(/Posted by you, today \d+:\d\d [AP]M/)
  await showMoreButton().click()
  await expect.poll(() => rows.count()).toBe(22)
})
