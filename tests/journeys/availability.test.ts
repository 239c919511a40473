import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { getAvailability, updateAvailability } from '../../contract/availability.ts'
import { addDays } from '../../domain/khutbahs/wall-clock.ts'
import { openSite } from '../runtime/browser.ts'
import { dayAndDate } from '../runtime/format-dates.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { confirmKhateeb, friday, fridayAfter, inviteKhateeb, postSlot } from '../runtime/slots.ts'
import { descriptionOf, press, waitForToast } from './forms.ts'
import { holdRequests } from './hold-requests.ts'
import { advanceAndPauseClock, card, gotoUntilQuiet, openAs } from './pages.ts'
import { readAndCloseToast, selectSlot } from './sections.ts'

const site = await openSite()

/** Returns the button of a date in the calendar. The button's name may also contain a state of the date. */
function dateButton(page: Page, date: string): Locator {
  return page.getByRole('grid').getByRole('button', { name: new RegExp(`^${dayAndDate(date)}`) })
}

/** Presses “Next month” until the calendar shows the month of a date. */
async function showMonthOf(page: Page, date: string): Promise<void> {
  const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${date}T12:00:00Z`),
  )
  const heading = page.getByRole('heading', { level: 3, name: month, exact: true })
  for (let turned = 0; turned < 15 && (await heading.count()) === 0; turned++) await press(page, 'Next month')
  await heading.waitFor()
}

test('a khateeb can save limits and a date away, and then request a slot on that date, but not be invited for it', async () => {
  const masjid = await newMasjid(site.url)
  const khateeb = await newKhateeb(site.url)
  const [slot, later] = [await postSlot(masjid), await postSlot(masjid, '13:00', fridayAfter(1))]
  await confirmKhateeb(masjid, khateeb, later)

  const page = await openAs(site, khateeb, '/about-me')
  await page.getByRole('link', { name: 'Availability', exact: true }).click()
  await showMonthOf(page, friday)
  await dateButton(page, friday).click()
  expect(await dateButton(page, fridayAfter(1)).getAttribute('aria-label')).toContain('you speak')
  await page.getByLabel('How far I drive', { exact: true }).selectOption('40 miles')
  await page.getByLabel('Arabic', { exact: true }).check()
  await page.reload()
  // Unsaved changes survive a reload.
  await page.getByText('Not saved yet', { exact: true }).waitFor()
  await press(page, 'Save')
  await waitForToast(page, 'Your availability is saved.')
  await expect.poll(() => page.getByText('Not saved yet', { exact: true }).count()).toBe(0)
  const saved = await khateeb.client.call(getAvailability, { uid: 'me' })
  expect(saved).toMatchObject({ awayDates: [friday], maxMiles: 40, languages: ['ar'], shortNotice: false })

  const masjidPage = await openAs(site, masjid, `/khateeb-details/${khateeb.uid}`)
  const toFill = card(masjidPage, 'The Slot to Fill')
  const invite = toFill.getByRole('button', { name: 'Request This Khateeb', exact: true })
  await selectSlot(toFill, friday)
  await toFill.getByText('Away on that date.', { exact: true }).waitFor()
  expect(await invite.isDisabled()).toBe(true)
  await card(masjidPage, 'Languages').getByText('Arabic', { exact: true }).waitFor()

  await page.goto(`/khutbah/${friday}?masjid=${masjid.uid}`)
  const own = card(page, '1:00 PM')
  await own.getByText('You marked this date as away.', { exact: true }).waitFor()
  await own.getByRole('button', { name: 'Request to Lead', exact: true }).click()
  await own.getByText('You requested it').waitFor()
  expect(slot.khutbahDate).toBe(friday)
})

test('the availability screen says which limits do not prevent invites, and that masjids see the khateeb’s languages', async () => {
  const page = await openAs(site, await newKhateeb(site.url), '/availability')
  const soft = 'Masjids see when a slot is beyond this limit. They can still invite you.'
  for (const name of ['Khutbahs a month, at most', 'Time between two visits to one masjid'])
    expect(await descriptionOf(page.getByRole('combobox', { name }))).toBe(soft)
  expect(await descriptionOf(page.getByRole('group', { name: 'Languages I Speak In' }))).toBe(
    'Masjids see these languages when they choose a khateeb.',
  )
})

test('changes that a khateeb makes while his availability is being saved stay unsaved changes', async () => {
  const khateeb = await newKhateeb(site.url)
  const page = await openAs(site, khateeb, '/availability')
  const isAway = (date: string) => dateButton(page, date).getAttribute('aria-pressed')
  await showMonthOf(page, friday)
  await dateButton(page, friday).click()
  await page.getByLabel('Arabic', { exact: true }).check()
  const held = await holdRequests(page, '**/availability')
  await press(page, 'Save')
  await expect.poll(held.count).toBe(1)
  await dateButton(page, fridayAfter(1)).click()
  await page.getByLabel('Arabic', { exact: true }).uncheck()
  held.release()
  expect(await readAndCloseToast(page)).toBe('Your availability is saved.')
  await page.getByText('Not saved yet', { exact: true }).waitFor()
  const read = () => khateeb.client.call(getAvailability, { uid: 'me' })
  expect(await read()).toMatchObject({ awayDates: [friday], languages: ['ar'] })
  expect([await isAway(friday), await isAway(fridayAfter(1))]).toEqual(['true', 'true'])
  await press(page, 'Save')
  await expect.poll(read).toMatchObject({ awayDates: [friday, fridayAfter(1)], languages: [] })
  await expect.poll(() => page.getByText('Not saved yet', { exact: true }).count()).toBe(0)
})

test('an unsaved date away is added to the dates away that the khateeb has saved on another device meanwhile', async () => {
  const khateeb = await newKhateeb(site.url)
  const page = await openAs(site, khateeb, '/availability')
  await showMonthOf(page, friday)
  await dateButton(page, friday).click()
  await page.getByLabel('Arabic', { exact: true }).check()
  const elsewhere = { uid: 'me', awayDates: [fridayAfter(1)], languages: ['ur' as const] }
  await khateeb.client.call(updateAvailability, elsewhere)
  await page.reload()
  await page.getByText('You are away on 2 dates.', { exact: true }).waitFor()
  await press(page, 'Save')
  await waitForToast(page, 'Your availability is saved.')
  expect(await khateeb.client.call(getAvailability, { uid: 'me' })).toMatchObject({
    awayDates: [friday, fridayAfter(1)],
    languages: ['ar', 'ur'],
  })
  await expect.poll(() => page.getByText('Not saved yet', { exact: true }).count()).toBe(0)
})

test('a slot’s list of khateebs has free khateebs first, and inviting a khateeb who is no longer free fails with the reason', async () => {
  const masjid = await newMasjid(site.url, { zipCode: '59801' })
  const [near, far] = [
    await newKhateeb(site.url, { zipCode: '59801', firstName: 'Near' }),
    await newKhateeb(site.url, { zipCode: '59847', firstName: 'Lolo' }),
  ]
  await near.client.call(updateAvailability, { uid: 'me', awayDates: [friday] })
  const slot = await postSlot(masjid)
  const page = await openAs(site, masjid, '/nearby-khateebs')
  await selectSlot(page, friday)
  const cards = page.getByRole('list', { name: 'Nearby Khateebs' }).getByRole('listitem')
  await expect.poll(() => cards.first().innerText()).toContain('Lolo')
  await cards.first().getByText('Free', { exact: true }).waitFor()
  await cards.nth(1).getByText('Away on that date.', { exact: true }).waitFor()
  expect(await cards.nth(1).getByRole('button', { name: 'Request This Khateeb' }).isDisabled()).toBe(true)

  await far.client.call(updateAvailability, { uid: 'me', awayDates: [friday] })
  await expect(inviteKhateeb(masjid, far, slot)).rejects.toMatchObject({ code: 'khateeb_unavailable' })
  await cards.first().getByRole('button', { name: 'Request This Khateeb' }).click({ force: true })
  await waitForToast(page, 'Failed to send invite: The khateeb is away on that date.')
})

test('a masjid cannot invite a khateeb who is booked at another masjid at the hour of the slot', async () => {
  const near = { zipCode: '59718' }
  const [masjid, other, khateeb] = [
    await newMasjid(site.url, near),
    await newMasjid(site.url, near),
    await newKhateeb(site.url, near),
  ]
  await confirmKhateeb(other, khateeb, await postSlot(other))
  await postSlot(masjid)
  const page = await openAs(site, masjid)
  for (const screen of ['/nearby-khateebs', `/khateeb-details/${khateeb.uid}`]) {
    await gotoUntilQuiet(page, screen)
    await selectSlot(page, friday)
    await page.getByText('Booked somewhere else at that hour.').waitFor()
    expect(await page.getByRole('button', { name: 'Request This Khateeb' }).isDisabled()).toBe(true)
  }
})

test('the list of nearby khateebs ignores presses until 0.4 s after it has loaded for another slot', async () => {
  const masjid = await newMasjid(site.url, { zipCode: '59901' })
  await newKhateeb(site.url, { zipCode: '59901' })
  await postSlot(masjid)
  const page = await openAs(site, masjid)
  await page.clock.install()
  await gotoUntilQuiet(page, '/nearby-khateebs')
  const invite = page.getByRole('button', { name: 'Request This Khateeb' })
  await invite.waitFor()
  await advanceAndPauseClock(page)
  const held = await holdRequests(page, /get_khateebs\?.*slotId/u)
  await page.getByRole('combobox', { name: 'Khutbah slot' }).selectOption({ index: 1 })
  await expect.poll(held.count).toBe(1)
  expect(await invite.getAttribute('aria-busy')).toBe('true')
  held.release()
  await page.locator('ul[aria-busy=false]').waitFor()
  expect(await invite.getAttribute('aria-busy')).toBe('true')
  await page.clock.runFor(400)
  await expect.poll(() => invite.getAttribute('aria-busy')).toBe(null)
})

test('arrow keys and Page Up move between the dates and months of the availability calendar', async () => {
  const page = await openAs(site, await newKhateeb(site.url), '/availability')
  const { today } = await (await newKhateeb(site.url)).client.call(getAvailability, { uid: 'me' })
  const after = (days: number) => addDays(today, days)
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-date'))
  await dateButton(page, today).focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(focused).toBe(after(1))
  await page.keyboard.press('ArrowDown')
  await expect.poll(focused).toBe(after(8))
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowUp')
  await expect.poll(focused).toBe(today)
  // Past dates can't be chosen, so the focus stays on today.
  await page.keyboard.press('ArrowLeft')
  await expect.poll(focused).toBe(today)
  for (let week = 0; week < 6; week++) await page.keyboard.press('ArrowDown')
  await expect.poll(focused).toBe(after(42))
  await page.keyboard.press('Space')
  await expect.poll(() => page.getByText('You are away on 1 date.').count()).toBe(1)
  expect(await dateButton(page, after(42)).getAttribute('aria-pressed')).toBe('true')
  await page.keyboard.press('PageUp')
  await expect.poll(async () => (await focused())?.slice(0, 7)).not.toBe(after(42).slice(0, 7))
})

test('the button for the previous month of the availability calendar keeps the focus when the first month disables it', async () => {
  const page = await openAs(site, await newKhateeb(site.url))
  await gotoUntilQuiet(page, '/availability')
  const [previous, next] = ['Previous month', 'Next month'].map((name) => page.getByRole('button', { name }))
  const month = page.getByRole('heading', { level: 3, name: /^[A-Z][a-z]+ \d{4}$/ })
  const first = await month.innerText()
  await next?.press('Enter')
  await expect.poll(() => month.innerText()).not.toBe(first)
  await previous?.press('Enter')
  await expect.poll(() => month.innerText()).toBe(first)
  expect(await previous?.isDisabled()).toBe(true)
  expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Previous month')
  await page.keyboard.press('Enter')
  expect(await month.innerText()).toBe(first)
})
