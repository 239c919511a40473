import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { addKhutbah } from '../../contract/khutbahs.ts'
import { getMasjid } from '../../contract/own-records.ts'
import { addDays } from '../../domain/khutbahs/wall-clock.ts'
import { openSite } from '../runtime/browser.ts'
import { dayAndDate } from '../runtime/format-dates.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'
import { confirmKhateeb, friday, fridayAfter, inviteKhateeb, requestSlot } from '../runtime/slots.ts'
import { hasFocus, tabTo } from './keyboard.ts'
import { openAs } from './pages.ts'
import { addAxe, axeViolations } from './probes/axe.ts'
import { dateRow, pressInDialog, readAndCloseToast } from './sections.ts'

const site = await openSite()
const phone = { width: 390, height: 844 }
let masjid: TestAccount
let khateeb: TestAccount

beforeEach(async () => {
  masjid = await newMasjid(site.url)
  khateeb = await newKhateeb(site.url, { firstName: 'Omar', lastName: 'Bukharin' })
})

const post = (date: string, times: string[], weeks = 1) =>
  masjid.client.call(addKhutbah, { masjidUid: 'me', date, times, weeks })
const slotAt = (week: number, khutbahTime: string) => ({
  masjidUid: masjid.uid,
  khutbahDate: fridayAfter(week),
  khutbahTime,
})

/** Returns the text of the focused cell in one line. */
async function focusedText(page: Page): Promise<string> {
  return page.evaluate(() => (document.activeElement?.textContent ?? '').replaceAll(/\s+/gu, ' ').trim())
}

test('the season board shows the state of each slot as text, in the column of the slot’s time', async () => {
  await post(friday, ['12:15', '13:15', '14:15'], 3)
  await confirmKhateeb(masjid, khateeb, slotAt(0, '12:15'))
  await requestSlot(await newKhateeb(site.url), slotAt(0, '13:15'))
  await inviteKhateeb(masjid, khateeb, slotAt(1, '13:15'))
  const page = await openAs(site, masjid)
  await addAxe(page.context())
  await page.goto('/masjid-landing')
  const heads = page.getByRole('columnheader')
  await expect.poll(() => heads.allInnerTexts()).toEqual(['Date', '12:15 PM', '1:15 PM', '2:15 PM'])
  const cellsOf = async (week: number) =>
    (await dateRow(page, fridayAfter(week)).getByRole('gridcell').allInnerTexts()).map((it) =>
      it.replaceAll(/\s+/gu, ' '),
    )
  expect(await cellsOf(0)).toEqual([
    '12:15 PM Omar Bukharin Confirmed',
    '1:15 PM N/A 1 request',
    '2:15 PM N/A Open',
  ])
  expect((await cellsOf(1))[1]).toBe('1:15 PM N/A 1 invited')
  expect(await axeViolations(page)).toEqual([])
})

test('the season board shows the time in the slot itself, without a new column, if the slot is not on a Friday or has an unusual time', async () => {
  await post(friday, ['12:15', '13:15'], 3)
  const eid = addDays(friday, 4)
  await post(eid, ['08:30'])
  await post(fridayAfter(2), ['13:45'])
  const page = await openAs(site, masjid, '/masjid-landing')
  const shownTimes = async (date: string) =>
    (await dateRow(page, date).locator('time:not(.sr-only *)').allInnerTexts()).filter((it) =>
      it.endsWith('M'),
    )
  await expect.poll(() => shownTimes(eid)).toEqual(['8:30 AM'])
  expect(await shownTimes(fridayAfter(2))).toContain('1:45 PM')
  expect(await page.getByRole('columnheader').count()).toBe(3)
})

test('on the season board, arrow keys, Home and End move between slots, Enter opens a slot, and Escape returns to it', async () => {
  await post(friday, ['12:15', '13:15', '14:15'], 3)
  await post(fridayAfter(3), ['12:15'])
  const page = await openAs(site, masjid, '/masjid-landing')
  await tabTo(page, page.getByRole('grid'))
  const textAfter = async (key: string) => {
    await page.keyboard.press(key)
    return focusedText(page)
  }
  expect(await focusedText(page)).toBe('12:15 PM N/A Open')
  expect(await textAfter('ArrowRight')).toBe('1:15 PM N/A Open')
  expect(await textAfter('End')).toBe('2:15 PM N/A Open')
  expect(await textAfter('ArrowRight')).toBe('2:15 PM N/A Open')
  await page.keyboard.press('ArrowDown')
  expect(await hasFocus(dateRow(page, fridayAfter(1)))).toBe(true)
  expect(await textAfter('Home')).toBe('12:15 PM N/A Open')
  await page.keyboard.press('Control+End')
  expect(await hasFocus(dateRow(page, fridayAfter(3)))).toBe(true)
  await page.keyboard.press('Control+Home')
  expect(await hasFocus(dateRow(page, friday))).toBe(true)
  expect(await textAfter('ArrowUp')).toBe('12:15 PM')
  expect(await textAfter('ArrowDown')).toBe('12:15 PM N/A Open')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByText('1:15 PM').waitFor()
  await page.keyboard.press('Escape')
  const opener = dateRow(page, friday).getByRole('button', { name: '1:15 PM' })
  await expect.poll(() => hasFocus(opener)).toBe(true)
  // Tab leaves the board from any cell.
  await page.keyboard.press('Tab')
  expect(await hasFocus(page.getByRole('grid'))).toBe(false)
})

test('the season board first shows the Fridays of three months, and all Fridays after Show All', async () => {
  await post(friday, ['13:15'], 20)
  const page = await openAs(site, masjid, '/masjid-landing')
  await expect.poll(() => page.locator('th[scope=row]').count()).toBe(13)
  await page.getByRole('button', { name: 'Show All 20' }).click()
  await expect.poll(() => page.locator('th[scope=row]').count()).toBe(20)
})

test('Back returns to a season board with all Fridays if the masjid had pressed Show All', async () => {
  await post(friday, ['13:15'], 20)
  const page = await openAs(site, masjid, '/masjid-landing')
  await page.getByRole('button', { name: 'Show All 20' }).click()
  await page.getByRole('link', { name: 'Archived Khutbahs' }).click()
  await page.getByRole('heading', { level: 1, name: 'Archived Khutbahs' }).waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Show Fewer' }).waitFor()
  expect(await page.locator('th[scope=row]').count()).toBe(20)
})

test('on a phone, requests come before the season board only if a request is pending, and each date shows its khateebs and how many slots are open', async () => {
  await post(friday, ['12:15', '13:15', '14:15'], 2)
  await confirmKhateeb(masjid, khateeb, slotAt(0, '12:15'))
  await requestSlot(khateeb, slotAt(1, '12:15'))
  const page = await openAs(site, masjid)
  await addAxe(page.context())
  await page.setViewportSize(phone)
  await page.goto('/masjid-landing')
  await dateRow(page, friday).getByText('2 open').waitFor()
  await dateRow(page, fridayAfter(1)).getByText('3 open').waitFor()
  const name = dateRow(page, friday).getByText('Omar Bukharin')
  expect((await name.boundingBox())?.width).toBeGreaterThan(30)
  const titles = await page.getByRole('heading', { level: 2 }).allInnerTexts()
  expect(titles.indexOf('Pending Requests')).toBeLessThan(titles.indexOf('Upcoming Khutbahs'))
  expect(await axeViolations(page)).toEqual([])
  await dateRow(page, friday).getByRole('button', { name: '1:15 PM' }).click()
  await page.getByRole('dialog').getByText('1:15 PM').waitFor()
  await page.keyboard.press('Escape')

  const quiet = await newMasjid(site.url)
  await quiet.client.call(addKhutbah, { masjidUid: 'me', date: friday, times: ['13:15'] })
  const other = await openAs(site, quiet)
  await other.setViewportSize(phone)
  await other.goto('/masjid-landing')
  await dateRow(other, friday).waitFor()
  const order = await other.getByRole('heading', { level: 2 }).allInnerTexts()
  expect(order.indexOf('Pending Requests')).toBeGreaterThan(order.indexOf('Upcoming Khutbahs'))
})

test('on a phone, slots that do not fit on the line of their date wrap to a line that begins beside the date', async () => {
  await post(friday, ['11:15', '12:15', '13:15', '14:15', '15:15'])
  const page = await openAs(site, masjid)
  await page.setViewportSize(phone)
  await page.goto('/masjid-landing')
  await dateRow(page, friday).waitFor()
  const date = await dateRow(page, friday).getByRole('rowheader').boundingBox()
  const slots = await dateRow(page, friday)
    .getByRole('button', { name: 'PM' })
    .or(dateRow(page, friday).getByRole('button', { name: 'AM' }))
    .evaluateAll((them) => them.map((it) => it.getBoundingClientRect().x))
  expect(slots).toHaveLength(5)
  expect(Math.min(...slots)).toBeGreaterThanOrEqual((date?.x ?? 0) + (date?.width ?? Infinity))
})

test('a printed page has the season board and the masjid’s name, but no navigation bar and no button for a new khutbah', async () => {
  await post(friday, ['12:15', '13:15', '14:15'], 13)
  const page = await openAs(site, masjid, '/masjid-landing')
  await page.emulateMedia({ media: 'print' })
  await page.getByRole('columnheader', { name: '2:15 PM', exact: true }).waitFor()
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
  expect(await page.getByRole('navigation').first().isVisible()).toBe(false)
  expect(await page.getByRole('button', { name: 'Add New Khutbah' }).isVisible()).toBe(false)
})

test('a season or a year of three services each Friday prints on one page, on Letter and on A4', async () => {
  // The 53 Fridays end shortly before the last date that can be posted, which is two years ahead.
  const first = new Date(Date.now() + 360 * 24 * 60 * 60 * 1_000)
  while (first.getUTCDay() !== 5) first.setUTCDate(first.getUTCDate() - 1)
  const date = first.toISOString().slice(0, 10)
  await post(date, ['12:15', '13:15', '14:15'], 53)
  const named = await newKhateeb(site.url, { firstName: 'Abdurrahman-Muhammad', lastName: 'ibn Nasiruddin' })
  await confirmKhateeb(masjid, named, { masjidUid: masjid.uid, khutbahDate: date, khutbahTime: '12:15' })
  const page = await openAs(site, masjid, '/masjid-landing')
  const pagesOf = async (format: 'A4' | 'Letter') =>
    (await page.pdf({ format })).toString('latin1').match(/\/Type \/Page\b/gu)?.length
  await page.getByText('Abdurrahman-Muhammad').first().waitFor()
  expect([await pagesOf('A4'), await pagesOf('Letter')]).toEqual([1, 1])
  await page.getByRole('button', { name: 'Show All 53' }).click()
  await expect.poll(() => page.locator('th[scope=row]').count()).toBe(53)
  expect([await pagesOf('A4'), await pagesOf('Letter')]).toEqual([1, 1])
  await page.emulateMedia({ media: 'print' })
  const size = await page
    .getByText('Abdurrahman-Muhammad')
    .first()
    .evaluate((it) => getComputedStyle(it).fontSize)
  // The text has at least 6.5 points, which are 8.67 pixels, so that people can read it on paper.
  expect(Number.parseFloat(size)).toBeGreaterThanOrEqual(8.67)
})

test('a masjid posts four more Fridays like its last Friday with two presses, after the dialog has shown dates and times', async () => {
  await post(friday, ['12:15', '13:15', '14:15'], 2)
  const page = await openAs(site, masjid)
  await addAxe(page.context())
  await page.setViewportSize(phone)
  await page.goto('/masjid-landing')
  await page.getByRole('button', { name: 'Post 4 More Fridays Like These' }).click()
  const dialog = page.getByRole('dialog', { name: 'Post 4 more Fridays' })
  await dialog
    .getByText('These Fridays get the times of your last posted Friday (12:15 PM, 1:15 PM, and 2:15 PM):')
    .waitFor()
  expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual(
    [2, 3, 4, 5].map((week) => dayAndDate(fridayAfter(week))),
  )
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Post 12 Khutbahs' }).click()
  expect(await readAndCloseToast(page)).toBe('12 khutbahs added.')
  await dateRow(page, fridayAfter(5)).getByText('3 open').waitFor()
  expect(await page.locator('th[scope=row]').count()).toBe(6)
})

test('posting four more Fridays posts none of them if one cannot be posted', async () => {
  // Slots can be posted up to two years ahead. So a slot can be posted on the first of the four Fridays after this one, but not on the
  // last.
  const last = new Date(Date.now() + 715 * 24 * 60 * 60 * 1_000)
  while (last.getUTCDay() !== 5) last.setUTCDate(last.getUTCDate() - 1)
  await post(last.toISOString().slice(0, 10), ['13:15'])
  const page = await openAs(site, masjid, '/masjid-landing')
  await page.getByRole('button', { name: 'Post 4 More Fridays Like These' }).click()
  await page.getByRole('button', { name: 'Post 4 Khutbahs' }).click()
  expect(await readAndCloseToast(page)).toMatch(/^Nothing was posted\./u)
  const { khutbahs } = await masjid.client.call(getMasjid, { uid: 'me' })
  expect(khutbahs).toHaveLength(1)
})

test('a masjid downloads its khutbahs as a CSV file', async () => {
  await post(friday, ['12:15', '13:15'])
  const page = await openAs(site, masjid, '/masjid-landing')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('khutbahs.csv')
  expect(await readFile(await file.path(), 'utf8')).toContain(`${friday},12:15,N/A,Open,0,0,,\r\n`)
})

test('Ctrl and Shift select several slots on the season board, by mouse and by keyboard', async () => {
  await post(friday, ['12:15', '13:15'], 4)
  const page = await openAs(site, masjid)
  await addAxe(page.context())
  await page.goto('/masjid-landing')
  const cell = (week: number, time: string) =>
    dateRow(page, fridayAfter(week)).getByRole('button', { name: time })
  await cell(0, '12:15 PM').click({ modifiers: ['Control'] })
  await page.getByText('1 khutbah selected').waitFor()
  await cell(2, '1:15 PM').click({ modifiers: ['Shift'] })
  await page.getByText('6 khutbahs selected').waitFor()
  // While slots are selected, a press on a selected slot deselects the slot.
  await cell(1, '1:15 PM').click()
  await page.getByText('5 khutbahs selected').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Change Selected' }).click()
  const dialog = page.getByRole('dialog', { name: 'Several khutbahs at once' })
  // Poll, because the dialog loads only after the press.
  await expect.poll(() => dialog.getByRole('checkbox', { checked: true }).count()).toBe(5)
  await page.keyboard.press('Escape')
  await cell(3, '12:15 PM').focus()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByText('khutbahs selected').count()).toBe(0)
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('Shift+ArrowRight')
  await page.getByText('4 khutbahs selected').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Space')
  await page.getByText('1 khutbah selected').waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Space')
  await page.getByText('2 khutbahs selected').waitFor()
  await page.keyboard.press('Space')
  await page.getByText('1 khutbah selected').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('after the selected slots are canceled, a press on another slot of the season board opens it', async () => {
  await post(friday, ['12:15', '13:15'], 2)
  const page = await openAs(site, masjid, '/masjid-landing')
  const cell = (week: number, time: string) =>
    dateRow(page, fridayAfter(week)).getByRole('button', { name: time })
  await cell(0, '12:15 PM').click({ modifiers: ['Control'] })
  await page.getByRole('button', { name: 'Change Selected' }).click()
  await page.getByRole('button', { name: 'Cancel These Services' }).click()
  await pressInDialog(page, 'Cancel These Services')
  expect(await readAndCloseToast(page)).toBe('1 service is canceled.')
  await expect.poll(() => cell(0, '12:15 PM').count()).toBe(0)
  await cell(1, '12:15 PM').click()
  await page.getByRole('dialog').getByText('12:15 PM').waitFor()
})

test('the season board’s times do not overlap if the text is twice as large', async () => {
  await post(friday, ['12:15', '13:15', '14:15'], 2)
  const page = await openAs(site, masjid)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/masjid-landing')
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const board = page.getByRole('grid')
  const boxes = () =>
    board.locator('time:visible').evaluateAll((them) =>
      them
        .filter(
          (it) => it.checkVisibility() && it.closest<HTMLElement>('span, button, th')?.offsetWidth !== 1,
        )
        .map((it) => it.getBoundingClientRect())
        .map(({ left, right, top, bottom }) => ({ left, right, top, bottom })),
    )
  await expect.poll(async () => (await boxes()).length).toBeGreaterThan(2)
  const all = await boxes()
  const overlapping = all.flatMap((a, i) =>
    all
      .slice(i + 1)
      .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom),
  )
  expect(overlapping).toEqual([])
})
