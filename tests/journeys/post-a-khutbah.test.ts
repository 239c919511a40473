import type { Page } from 'playwright-core'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { addKhutbah } from '../../contract/khutbahs.ts'
import { getMasjid } from '../../contract/own-records.ts'
import { addDays } from '../../domain/khutbahs/wall-clock.ts'
import { openSite } from '../runtime/browser.ts'
import { dayAndDate } from '../runtime/format-dates.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'
import {
  confirmKhateeb,
  friday,
  fridayAfter,
  inviteKhateeb,
  postSlot,
  requestSlot,
} from '../runtime/slots.ts'
import { errorAt, field, fill, press, waitForToast } from './forms.ts'
import { holdRequests } from './hold-requests.ts'
import { gotoUntilQuiet, openAs, untilPainted, untilScriptsLoaded } from './pages.ts'
import { openSlotPanel, readAndCloseToast, row, slotCell, waitForText } from './sections.ts'

let masjid: TestAccount
let page: Page

const site = await openSite()

beforeEach(async () => {
  masjid = await newMasjid(site.url)
  page = await openAs(site, masjid, '/masjid-landing')
})

test('the khutbah form requires a date, can be closed, and shows that it is busy', async () => {
  const dialog = page.getByRole('dialog', { name: 'Add New Khutbah' })
  await press(page, 'Add New Khutbah')
  await field(page, 'Date').fill('')
  await press(page, 'Add Khutbah')
  await waitForToast(page, 'Please fill all fields')
  await dialog.getByText('Please choose a date.', { exact: true }).waitFor()
  await page.mouse.click(5, 5)
  await press(page, 'Close')
  await dialog.waitFor({ state: 'detached' })

  await press(page, 'Add New Khutbah')
  await expect.poll(() => field(page, 'Number of khutbahs').getAttribute('min')).toBe('1')
  const held = await holdRequests(page, '**/add_khutbah')
  await press(page, 'Add Khutbah')
  await dialog.getByRole('button', { name: 'Adding...', exact: true }).waitFor()
  await expect.poll(held.count).toBe(1)
  held.release()
  await waitForToast(page, 'Khutbah added successfully!')
  await dialog.waitFor({ state: 'detached' })
})

/** Opens the masjid's home screen by a link, and presses Add New Khutbah while the screen's data is loading. */
async function pressAddWhileLoading() {
  const page = await openAs(site, await newMasjid(site.url))
  await gotoUntilQuiet(page, '/account')
  const held = await holdRequests(page, '**/masjids/me?*')
  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click()
  const add = page.getByRole('button', { name: 'Add New Khutbah' })
  await add.click()
  await expect.poll(held.count).toBe(1)
  return { page, add, release: held.release }
}

test('a press on Add New Khutbah while the screen loads opens the khutbah form once the screen has loaded', async () => {
  const { page, add, release } = await pressAddWhileLoading()
  await expect.poll(() => add.getAttribute('aria-busy')).toBe('true')
  release()
  const form = page.getByRole('dialog', { name: 'Add New Khutbah' })
  await form.waitFor()
  expect(await form.count()).toBe(1)
})

test('the khutbah form does not open after the screen has loaded if the user has opened the news in the meantime', async () => {
  const { page, release } = await pressAddWhileLoading()
  await page.getByRole('banner').getByRole('button', { name: 'News' }).click()
  await page.getByRole('region', { name: 'News', exact: true }).getByText('No news').waitFor()
  release()
  await page.getByText('No upcoming khutbahs.').waitFor()
  await untilScriptsLoaded(page, 'add-khutbah-dialog')
  await untilPainted(page)
  expect(await page.getByRole('dialog', { name: 'Add New Khutbah' }).count()).toBe(0)
})

test('the khutbah form refuses a time that is entered twice', async () => {
  await press(page, 'Add New Khutbah')
  await fill(page, { 'Number of khutbahs': '3' })
  await fill(page, { 'Time of khutbah 1': '13:00', 'Time of khutbah 2': '13:00' })
  await press(page, 'Add Khutbah')
  await waitForToast(page, 'Please fill all fields')
  await fill(page, { 'Time of khutbah 3': '14:00' })
  await press(page, 'Add Khutbah')
  await waitForToast(page, 'This time is entered twice.')
  await expect.poll(() => errorAt(page, 'Time of khutbah 2')).toBe('This time is entered twice.')
  await fill(page, { 'Time of khutbah 2': '13:30' })
  await press(page, 'Add Khutbah')
  await waitForToast(page, 'Khutbah added successfully!')
  for (const time of ['1:00 PM', '1:30 PM', '2:00 PM']) await slotCell(page, time).waitFor()
})

test('the home screen of a new masjid offers to post the next Friday, with a suggested date and time', async () => {
  await waitForText(page, 'Upcoming Khutbahs', 'No upcoming khutbahs.')
  await press(page, 'Post Next Friday’s Khutbah')
  await press(page, 'Add Khutbah')
  expect(await readAndCloseToast(page)).toBe('Khutbah added successfully!')
  await slotCell(page, '1:30 PM').getByText('N/A').waitFor()
  await expect.poll(() => page.locator('th[scope=row]').innerText()).toMatch(/^Friday, /)
})

test('the khutbah form shows as many time fields as khutbahs, keeps typed times when this number changes, and requires every time', async () => {
  await press(page, 'Add New Khutbah')
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
  await press(page, 'Add Khutbah')
  expect(await readAndCloseToast(page)).toBe('Please fill all fields')
  await expect.poll(() => times.nth(1).getAttribute('aria-invalid')).toBe('true')
  await times.nth(1).fill('14:00')
  await press(page, 'Add Khutbah')
  expect(await readAndCloseToast(page)).toBe('Khutbah added successfully!')
  await slotCell(page, '3:00 PM').waitFor()
})

test('the khutbah form posts three services on each of 13 Fridays at once, and skips slots that are already posted', async () => {
  await masjid.client.call(addKhutbah, { masjidUid: 'me', date: friday, times: ['12:15', '13:15', '14:15'] })
  await page.reload()
  await press(page, 'Add New Khutbah')
  const dialog = page.getByRole('dialog', { name: 'Add New Khutbah' })
  await field(page, 'Date').fill(fridayAfter(1))
  await dialog.getByLabel('For how many weeks').selectOption('13 weeks')
  const lastDate = dayAndDate(fridayAfter(13))
  await dialog.getByText(`Posts 39 khutbahs, the last on ${lastDate}.`, { exact: true }).waitFor()
  await press(page, 'Add Khutbah')
  expect(await readAndCloseToast(page)).toBe('39 khutbahs added.')
  const { khutbahs } = await masjid.client.call(getMasjid, { uid: 'me' })
  expect(khutbahs.map((it) => it.times.length)).toEqual(Array.from({ length: 14 }, () => 3))
  expect(khutbahs.at(-1)?.date).toBe(fridayAfter(13))

  await press(page, 'Add New Khutbah')
  await field(page, 'Date').fill(fridayAfter(12))
  await dialog.getByLabel('For how many weeks').selectOption('4 weeks')
  await press(page, 'Add Khutbah')
  expect(await readAndCloseToast(page)).toBe('6 khutbahs added.\n6 were posted already.')
})

test('the khutbah form suggests the times of the latest Friday with khutbahs, even if that Friday is past', async () => {
  await masjid.client.call(addKhutbah, { masjidUid: 'me', date: friday, times: ['12:15', '13:15'] })
  await postSlot(masjid, '20:00', addDays(friday, 1))
  await site.setNow(`${addDays(friday, 3)}T12:00:00Z`)
  onTestFinished(() => site.setNow(null))
  page = await openAs(site, masjid, '/masjid-landing')
  await press(page, 'Add New Khutbah')
  await expect.poll(() => field(page, 'Time of khutbah 2').inputValue()).toBe('13:15')
  expect(await field(page, 'Time of khutbah 1').inputValue()).toBe('12:15')
  expect(await field(page, 'Number of khutbahs').inputValue()).toBe('2')
  // A suggestion that arrives late does not replace a typed value.
  const { release } = await holdRequests(page, '**/archived_khutbahs*')
  await page.reload()
  await press(page, 'Add New Khutbah')
  await field(page, 'Time of khutbah 1').fill('15:00')
  await press(page, 'Add a khutbah')
  await press(page, 'Add a khutbah')
  await field(page, 'Time of khutbah 3').fill('17:00')
  release()
  await expect.poll(() => field(page, 'Time of khutbah 2').inputValue()).toBe('13:15')
  expect(await field(page, 'Time of khutbah 1').inputValue()).toBe('15:00')
  expect(await field(page, 'Time of khutbah 3').inputValue()).toBe('17:00')
})

test('a suggestion that arrives while the khutbah form is being sent does not change the form, and a second press does not post again', async () => {
  await masjid.client.call(addKhutbah, { masjidUid: 'me', date: friday, times: ['12:15', '13:15'] })
  await site.setNow(`${addDays(friday, 3)}T12:00:00Z`)
  onTestFinished(() => site.setNow(null))
  page = await openAs(site, masjid)
  const suggestion = await holdRequests(page, '**/archived_khutbahs*')
  const posting = await holdRequests(page, '**/add_khutbah')
  await page.goto('/masjid-landing')
  await press(page, 'Add New Khutbah')
  await field(page, 'Date').fill(fridayAfter(1))
  const add = page.getByRole('dialog', { name: 'Add New Khutbah' }).locator('button[type=submit]')
  await add.click()
  await expect.poll(() => [suggestion.count(), posting.count()]).toEqual([1, 1])
  const suggested = page.waitForResponse('**/archived_khutbahs*')
  suggestion.release()
  await (await suggested).finished()
  await untilPainted(page)
  expect(await field(page, 'Time of khutbah 1').inputValue()).toBe('13:30')
  expect(await add.getAttribute('aria-busy')).toBe('true')
  await add.press('Enter')
  posting.release()
  expect(await readAndCloseToast(page)).toBe('Khutbah added successfully!')
  expect(posting.count()).toBe(1)
  await slotCell(page, '1:30 PM').waitFor()
  expect(await page.locator('[data-slot]').count()).toBe(1)
})

test('the khutbah form shows a server error at its field, and keeps the typed value', async () => {
  await press(page, 'Add New Khutbah')
  await page.getByLabel('Date').fill('2020-01-03')
  await press(page, 'Add Khutbah')
  expect(await readAndCloseToast(page)).toBe('Failed to add Khutbah.')
  await expect.poll(() => errorAt(page, 'Date')).toBe('This date is in the past.')
  await expect.poll(() => page.getByLabel('Date').inputValue()).toBe('2020-01-03')
})

test('posting a time twice shows that it is already posted', async () => {
  const slot = await postSlot(masjid)
  await masjid.client.call(addKhutbah, { masjidUid: 'me', date: slot.khutbahDate, times: ['14:00'] })
  await page.reload()
  await press(page, 'Add New Khutbah')
  await fill(page, { Date: slot.khutbahDate, 'Time of khutbah 1': slot.khutbahTime })
  await press(page, 'Add Khutbah')
  expect(await readAndCloseToast(page)).toMatch(/^You posted this khutbah today at \d+:\d\d [AP]M\.$/u)
})

test('the names of requesting, invited and confirmed khateebs on the home screen link to their details', async () => {
  const requesting = await newKhateeb(site.url)
  const invited = await newKhateeb(site.url)
  const confirmed = await newKhateeb(site.url)
  const one = await postSlot(masjid, '13:00')
  await confirmKhateeb(masjid, confirmed, await postSlot(masjid, '14:30'))
  await requestSlot(requesting, one)
  await inviteKhateeb(masjid, invited, one)

  await page.reload()
  const places = [
    [row(page, 'Pending Requests', requesting.name), requesting],
    [row(page, 'Sent Requests', invited.name), invited],
    [page.getByRole('dialog'), confirmed],
  ] as const
  for (const [place, who] of places) {
    if (who === confirmed) await openSlotPanel(page, '2:30 PM')
    const link = place.getByRole('link', { name: who.name, exact: true })
    const details = new RegExp(`^/khateeb-details/${who.uid}(\\?slot=[\\w-]{36})?$`, 'u')
    await expect.poll(() => link.getAttribute('href')).toMatch(details)
  }
})

test('a slow response to a posted khutbah does not close the form that the user has opened again in the meantime', async () => {
  const held = await holdRequests(page, '**/add_khutbah')
  await press(page, 'Add New Khutbah')
  await fill(page, { Date: friday })
  await press(page, 'Add Khutbah')
  await expect.poll(held.count).toBe(1)
  await press(page, 'Close')
  await press(page, 'Add New Khutbah')
  await fill(page, { Date: fridayAfter(1), 'Time of khutbah 1': '14:15' })
  const refreshed = page.waitForResponse('**/masjids/me?*')
  held.release()
  await waitForToast(page, 'Khutbah added successfully!')
  await refreshed
  await page.locator('[data-slot]').waitFor()
  expect(await field(page, 'Date').inputValue()).toBe(fridayAfter(1))
  await press(page, 'Add Khutbah')
  await slotCell(page, '2:15 PM').waitFor()
})

test('the khutbah form shows the weekday of the date, and says if it is not a Friday', async () => {
  await press(page, 'Add New Khutbah')
  const hint = page
    .getByRole('dialog')
    .getByRole('paragraph')
    .filter({ hasText: /December \d/u })
  await field(page, 'Date').fill(friday)
  await expect.poll(() => hint.innerText()).toBe(dayAndDate(friday))
  const saturday = addDays(friday, 1)
  await field(page, 'Date').fill(saturday)
  await expect.poll(() => hint.innerText()).toBe(`${dayAndDate(saturday)}. This is not a Friday.`)
  expect(await field(page, 'Date').getAttribute('aria-describedby')).not.toBe(null)
})
