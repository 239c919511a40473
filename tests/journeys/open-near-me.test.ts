import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { updateAvailability } from '../../contract/availability.ts'
import { openSite } from '../runtime/browser.ts'
import { dayAndDate, longDate } from '../runtime/format-dates.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import {
  confirmKhateeb,
  friday,
  fridayAfter,
  inviteKhateeb,
  postSlot,
  requestSlot,
} from '../runtime/slots.ts'
import { descriptionOf } from './forms.ts'
import { holdRequests } from './hold-requests.ts'
import { reportChange } from './live-screens.ts'
import { card, gotoUntilQuiet, openAs } from './pages.ts'
import { readAndCloseToast, row, waitForText } from './sections.ts'

const section = 'Open Near You'
const sentRequestsTitle = 'Sent Requests to Masjids'

const site = await openSite()

/** Returns the font size of an element, in pixels. */
const sizeOf = (it: Locator) =>
  it.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))

/** Signs up a masjid and a khateeb in a ZIP that no other test uses. */
async function newPairIn(zipCode: string) {
  return { masjid: await newMasjid(site.url, { zipCode }), khateeb: await newKhateeb(site.url, { zipCode }) }
}

test('a khateeb requests an open slot on his home screen with one press, and undoes the request with another press', async () => {
  const { masjid, khateeb } = await newPairIn('82601')
  await postSlot(masjid)
  const page = await openAs(site, khateeb, '/dashboard')
  await row(page, section, masjid.name).getByRole('button', { name: 'Request to Lead' }).click()
  const toast = page
    .getByRole('status')
    .filter({ hasText: 'Your request to lead the khutbah at 1:00 PM has been sent.' })
  await row(page, sentRequestsTitle, masjid.name).waitFor()
  await waitForText(page, section, 'No open slots within 50 miles.')
  await toast.getByRole('button', { name: 'Undo' }).click()
  expect(await readAndCloseToast(page)).toBe('Request revoked successfully.')
  await row(page, section, masjid.name).waitFor()
  await waitForText(page, sentRequestsTitle, 'No sent requests')
})

test('Open Near You shows the slots of each date, the closest masjid first', async () => {
  const { masjid, khateeb } = await newPairIn('59301')
  const further = await newMasjid(site.url, { zipCode: '59338' })
  await postSlot(further, '12:00')
  await postSlot(masjid)
  await postSlot(masjid, '13:00', fridayAfter(1))
  const page = await openAs(site, khateeb, '/dashboard')
  const list = (date: string) => page.getByRole('list', { name: dayAndDate(date) }).getByRole('listitem')
  await expect.poll(() => list(friday).count()).toBe(2)
  expect(await list(friday).first().innerText()).toContain(masjid.name)
  expect(await list(friday).last().innerText()).toMatch(/12:00 PM · 14(\.\d)? miles/u)
  const dates = page.getByRole('group', { name: 'Date' }).getByRole('button')
  await dates.last().click()
  expect(await dates.last().getAttribute('aria-pressed')).toBe('true')
  await expect.poll(() => list(fridayAfter(1)).count()).toBe(1)
})

test('Open Near You shows in the row and in the button’s description which of the khateeb’s own limits a slot exceeds', async () => {
  const { masjid, khateeb } = await newPairIn('67801')
  await confirmKhateeb(masjid, khateeb, await postSlot(masjid))
  await postSlot(masjid, '13:00', fridayAfter(1))
  await khateeb.client.call(updateAvailability, { uid: 'me', weeksBetween: 2 })
  const limitText = 'You also speak at this masjid less than 2 weeks before or after this khutbah.'
  const page = await openAs(site, khateeb)
  for (const screen of ['/dashboard', '/nearby-slots']) {
    await gotoUntilQuiet(page, screen)
    await page.getByText(limitText).waitFor()
    const button = page.getByRole('button', { name: 'Request to Lead' })
    expect(await descriptionOf(button)).toContain(limitText)
  }
})

test('Open Near You keeps the shown date when an earlier date is posted, and when the last slot of the shown date is requested', async () => {
  const { masjid, khateeb } = await newPairIn('58701')
  for (const week of [1, 2]) await postSlot(masjid, '13:00', fridayAfter(week))
  const page = await openAs(site, khateeb)
  await gotoUntilQuiet(page, '/dashboard')
  const list = card(page, section).getByRole('list')
  const dates = page.getByRole('group', { name: 'Date' }).getByRole('button')
  await expect.poll(() => dates.count()).toBe(2)
  await postSlot(masjid, '13:00', friday)
  await reportChange(page)
  await expect.poll(() => dates.count()).toBe(3)
  expect(await list.getAttribute('aria-label')).toBe(dayAndDate(fridayAfter(1)))
  await row(page, section, masjid.name).getByRole('button', { name: 'Request to Lead' }).click()
  await waitForText(page, section, 'No more open slots on this date.')
  expect(await dates.nth(1).getAttribute('aria-pressed')).toBe('true')
  expect(await page.getByRole('button', { name: 'Request to Lead' }).count()).toBe(0)
})

test('in forced colors, Open Near You shows which date’s button is selected', async () => {
  const { masjid, khateeb } = await newPairIn('67701')
  for (const week of [0, 1]) await postSlot(masjid, '13:00', fridayAfter(week))
  const page = await openAs(site, khateeb)
  await page.emulateMedia({ forcedColors: 'active' })
  await gotoUntilQuiet(page, '/dashboard')
  const dates = page.getByRole('group', { name: 'Date' }).getByRole('button')
  const backgrounds = () =>
    dates.evaluateAll((them) => them.map((it) => getComputedStyle(it).backgroundColor))
  await dates.last().click()
  await expect.poll(async () => new Set(await backgrounds()).size).toBe(2)
})

test('requesting a slot that another khateeb has taken shows an error and removes the slot from the list', async () => {
  const { masjid, khateeb } = await newPairIn('83702')
  const rival = await newKhateeb(site.url, { zipCode: '83702' })
  const slot = await postSlot(masjid)
  const page = await openAs(site, khateeb, '/dashboard')
  const request = row(page, section, masjid.name).getByRole('button', { name: 'Request to Lead' })
  await request.waitFor()
  await page.route('**/changes*', (route) => route.abort())
  await confirmKhateeb(masjid, rival, slot)
  await request.click()
  expect(await readAndCloseToast(page)).toBe(
    'This slot already has a khateeb.\nFailed to submit request. Please try again.',
  )
  await waitForText(page, section, 'No open slots within 50 miles.')
})

test('the dashboard shows the khateeb’s next khutbah with its place, phone and calendar file, and lets him withdraw', async () => {
  const { masjid, khateeb } = await newPairIn('57701')
  const slot = await postSlot(masjid)
  await confirmKhateeb(masjid, khateeb, slot)
  const page = await openAs(site, khateeb, '/dashboard')
  const next = page.getByRole('region', { name: 'Your next khutbah', exact: true })
  await next.getByText(/^Your next khutbah · in \d+ days$/u).waitFor()
  await next.getByText('1 Main Street').waitFor()
  expect(await next.getByRole('link', { name: 'Call' }).getAttribute('href')).toBe('tel:+13135550100')
  expect(await next.getByRole('link', { name: 'Directions' }).getAttribute('href')).toContain(
    '1%20Main%20Street',
  )
  const download = page.waitForEvent('download')
  await next.getByRole('link', { name: 'Calendar' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.ics$/u)
  await next.getByRole('button', { name: 'I can’t make it' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Reason').fill('My flight was moved.')
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  expect(await readAndCloseToast(page)).toBe('You have withdrawn from that khutbah.')
  await expect.poll(() => next.count()).toBe(0)
  await row(page, section, masjid.name).waitFor()
})

test('with text twice as large, the date of the next khutbah is not smaller than the text around it', async () => {
  const { masjid, khateeb } = await newPairIn('67501')
  await confirmKhateeb(masjid, khateeb, await postSlot(masjid))
  const page = await openAs(site, khateeb, '/dashboard')
  await page.setViewportSize({ width: 390, height: 844 })
  const next = page.getByRole('region', { name: 'Your next khutbah', exact: true })
  await next.waitFor()
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  const around = await sizeOf(next.getByText(masjid.name))
  expect(await sizeOf(next.getByRole('heading'))).toBeGreaterThanOrEqual(around)
})

test('an invite shows its distance from the khateeb, and from his other khutbah on that day', async () => {
  const { masjid, khateeb } = await newPairIn('50309')
  const far = await newMasjid(site.url, { zipCode: '52240' })
  await confirmKhateeb(masjid, khateeb, await postSlot(masjid))
  await inviteKhateeb(far, khateeb, await postSlot(far, '14:30'))
  await requestSlot(khateeb, await postSlot(masjid, '17:00'))
  const page = await openAs(site, khateeb, '/dashboard')
  const invite = row(page, 'Pending Requests to Give Khutbah', far.name)
  await invite.getByText(/^1\d\d(\.\d)? miles · Iowa City$/u).waitFor()
  const warning = new RegExp(
    `You also give the khutbah at ${masjid.name} on ${longDate(friday)} at 1:00 PM, 1\\d\\d(\\.\\d)? miles away\\.`,
    'u',
  )
  expect(await invite.getByText(warning).innerText()).toContain('You may be too late for one of them.')
})

test('on a phone, the dashboard shows invites before the upcoming khutbahs, and its headings have the same order in the document as on the screen', async () => {
  const { masjid, khateeb } = await newPairIn('83001')
  await confirmKhateeb(masjid, khateeb, await postSlot(masjid))
  await inviteKhateeb(masjid, khateeb, await postSlot(masjid, '13:00', fridayAfter(1)))
  const page = await openAs(site, khateeb)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard')
  await row(page, 'Pending Requests to Give Khutbah', masjid.name).waitFor()
  const headings = page.getByRole('heading', { level: 2 })
  const titles = await headings.allInnerTexts()
  expect(titles.indexOf('Pending Requests to Give Khutbah')).toBeLessThan(titles.indexOf('Upcoming Khutbahs'))
  const tops = await headings.evaluateAll((all) => all.map((it) => it.getBoundingClientRect().top))
  expect(tops).toEqual(tops.toSorted((one, other) => one - other))
})

test('the list of all open slots has a heading for each date, and keeps the chosen distance after a reload', async () => {
  const { masjid, khateeb } = await newPairIn('88201')
  const further = await newMasjid(site.url, { zipCode: '88230' })
  await postSlot(masjid)
  await postSlot(further)
  await postSlot(masjid, '13:00', fridayAfter(1))
  const page = await openAs(site, khateeb, '/dashboard')
  await page.getByRole('link', { name: 'See All Slots', exact: true }).click()
  await page.waitForURL('**/nearby-slots')
  const rows = page.getByRole('list', { name: 'Open Near You' }).getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(3)
  const headings = page.getByRole('heading', { level: 2 })
  expect(await headings.allInnerTexts()).toEqual([dayAndDate(friday), dayAndDate(fridayAfter(1))])
  await page.getByLabel('Distance').selectOption('Up to 10 miles')
  await page.waitForURL('**/nearby-slots?miles=10')
  await expect.poll(() => rows.count()).toBe(2)
  await rows.last().getByRole('button', { name: 'Request to Lead' }).click()
  await expect.poll(() => rows.count()).toBe(1)
  await page.reload()
  await expect.poll(() => page.getByLabel('Distance').inputValue()).toBe('10')
})

test('an empty list of all open slots says which filters to change to see slots', async () => {
  const { khateeb } = await newPairIn('79601')
  const page = await openAs(site, khateeb)
  const main = page.getByRole('main')
  for (const [query, text] of [
    ['', 'Choose a greater distance to see more.'],
    ['?in=wo', 'Choose any language or a greater distance to see more.'],
    ['?miles=100&in=wo', 'Choose any language to see more.'],
    ['?miles=100', 'Open slots near you appear here.'],
  ] as const) {
    await gotoUntilQuiet(page, `/nearby-slots${query}`)
    expect([query, await main.innerText()]).toEqual([query, expect.stringContaining(text)])
  }
})

test('the list of all open slots keeps the selected slots while the khateeb looks at a masjid', async () => {
  const { masjid, khateeb } = await newPairIn('59801')
  await postSlot(masjid)
  await postSlot(masjid, '14:30')
  const page = await openAs(site, khateeb)
  await gotoUntilQuiet(page, '/nearby-slots')
  await page.getByRole('checkbox').first().check()
  await page.getByRole('link', { name: masjid.name }).first().click()
  await page.getByRole('heading', { level: 1, name: masjid.name }).waitFor()
  await page.goBack()
  await expect.poll(() => page.getByRole('checkbox').count()).toBe(2)
  expect(await page.getByRole('checkbox').first().isChecked()).toBe(true)
})

test('the list of all open slots ignores presses while it changes to another distance', async () => {
  const { masjid, khateeb } = await newPairIn('79901')
  await postSlot(masjid)
  const page = await openAs(site, khateeb)
  await gotoUntilQuiet(page, '/nearby-slots')
  const held = await holdRequests(page, /open_slots\?.*radius=10\b/u)
  await page.getByLabel('Distance').selectOption('Up to 10 miles')
  await expect.poll(held.count).toBe(1)
  const request = page.getByRole('button', { name: 'Request to Lead' })
  expect(await request.getAttribute('aria-busy')).toBe('true')
  held.release()
  await expect.poll(() => request.getAttribute('aria-busy')).toBe(null)
})
