import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSite } from '../runtime/browser.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { fridayAfter, postSlot } from '../runtime/slots.ts'
import { focusOn, hasFocus, requireVisibleFocus, tabTo } from './keyboard.ts'
import { gotoUntilQuiet, openAs } from './pages.ts'
import { openSlotPanel } from './sections.ts'

const site = await openSite()

/** Signs up a masjid with a slot on each of 13 Fridays, in a ZIP that no other test uses. */
async function newMasjidWithFridays(zipCode: string) {
  const masjid = await newMasjid(site.url, { zipCode })
  for (let week = 0; week < 13; week += 1) await postSlot(masjid, '13:00', fridayAfter(week))
  return masjid
}

const desktop = { width: 1_280, height: 720 }

/** Selects the first checkbox, tabs to the last, and returns the last. Throws if a bar hides a focused element on the way. */
async function tabThroughCheckboxes(page: Page): Promise<Locator> {
  const boxes = page.getByRole('checkbox')
  await expect.poll(() => boxes.count()).toBeGreaterThan(9)
  await boxes.first().check()
  await page.getByRole('button', { name: 'Clear', exact: true }).waitFor()
  await boxes.first().focus()
  await tabTo(page, boxes.last())
  return boxes.last()
}

test.each([desktop, { width: 390, height: 600 }])(
  'in the list of open slots, the bar with the button does not hide the focused checkbox ($width pixels wide)',
  async (size) => {
    const zipCode = size === desktop ? '82716' : '82801'
    await newMasjidWithFridays(zipCode)
    const page = await openAs(site, await newKhateeb(site.url, { zipCode }))
    await page.setViewportSize(size)
    await gotoUntilQuiet(page, '/nearby-slots')
    expect(await hasFocus(await tabThroughCheckboxes(page))).toBe(true)
  },
)

test.each([desktop, { width: 320, height: 500 }])(
  'in the slot panel, the bar with the button does not hide the focused checkbox ($width pixels wide)',
  async (size) => {
    const zipCode = size === desktop ? '69101' : '69301'
    const masjid = await newMasjid(site.url, { zipCode })
    await postSlot(masjid)
    for (let count = 0; count < 14; count += 1) await newKhateeb(site.url, { zipCode })
    const page = await openAs(site, masjid)
    await page.setViewportSize(size)
    await gotoUntilQuiet(page, '/masjid-landing')
    await openSlotPanel(page, '1:00 PM')
    expect(await hasFocus(await tabThroughCheckboxes(page))).toBe(true)
  },
)

test('on the season board of a phone, the bar with the buttons does not hide the focused slot', async () => {
  const page = await openAs(site, await newMasjidWithFridays('58601'))
  await page.setViewportSize({ width: 320, height: 500 })
  await gotoUntilQuiet(page, '/masjid-landing')
  await focusOn(page.getByRole('grid').getByRole('button').first())
  await page.keyboard.press('Space')
  await page.getByText('1 khutbah selected').waitFor()
  for (let week = 1; week < 13; week += 1) {
    await page.keyboard.press('ArrowDown')
    expect(await requireVisibleFocus(page)).toMatch(/1:00 PM/u)
  }
})
