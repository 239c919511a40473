import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { getUser } from '../../contract/own-records.ts'
import { openSite } from '../runtime/browser.ts'
import { dayAndDate } from '../runtime/format-dates.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'
import { confirmKhateeb, friday, fridayAfter, postSlot, requestSlot } from '../runtime/slots.ts'
import { holdRequests } from './hold-requests.ts'
import { gotoUntilQuiet, openAs } from './pages.ts'
import { addAxe, axeViolations } from './probes/axe.ts'
import { structureProblems } from './probes/structure.ts'
import { readAndCloseToast } from './sections.ts'

const site = await openSite()

/** Returns the dates that a khateeb has requested. */
async function requestedDates(khateeb: TestAccount): Promise<string[]> {
  const { sentRequests } = await khateeb.client.call(getUser, { uid: 'me' })
  return sentRequests.map((it) => it.khutbahDate)
}

/** Signs up a khateeb and a masjid with a slot on each of three Fridays, in a ZIP that no other test uses. */
async function newPairWithThreeFridays(zipCode: string) {
  const masjid = await newMasjid(site.url, { zipCode })
  for (const week of [0, 1, 2]) await postSlot(masjid, '13:00', fridayAfter(week))
  return { masjid, khateeb: await newKhateeb(site.url, { zipCode }) }
}

test('a khateeb requests two slots of a masjid on the masjid’s card', async () => {
  const { masjid, khateeb } = await newPairWithThreeFridays('82601')
  const page = await openAs(site, khateeb)
  await addAxe(page.context())
  await page.goto('/nearby-masjids')
  await page.getByRole('button', { name: 'Request Slots' }).click()
  const dialog = page.getByRole('dialog', { name: masjid.name })
  await dialog.getByText('sees your phone number while your requests wait.').waitFor()
  const slots = dialog.getByRole('checkbox', { name: '1:00 PM' })
  await slots.nth(0).click()
  await slots.nth(2).click()
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Request 2 Slots' }).click()
  expect(await readAndCloseToast(page)).toBe('Your requests to lead 2 khutbahs have been sent.')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  expect(await requestedDates(khateeb)).toEqual([friday, fridayAfter(2)])
  await page.getByText(/^1 open date: Dec \d+$/u).waitFor()
})

test('a khateeb requests several slots on the details of a masjid', async () => {
  const { masjid, khateeb } = await newPairWithThreeFridays('59301')
  const page = await openAs(site, khateeb, `/masjid-details/${masjid.uid}`)
  await page.getByRole('button', { name: 'Request Slots' }).click()
  const slots = page.getByRole('dialog').getByRole('checkbox')
  for (const at of [0, 1, 2]) await slots.nth(at).click()
  await page.getByRole('button', { name: 'Request 3 Slots' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Revoke' }).count()).toBe(3)
  expect(await page.getByRole('button', { name: 'Request Slots' }).count()).toBe(0)
})

test('when a request for several slots is refused, a khateeb in another time zone sees the zone of the refused slot, and can request the one slot that is left', async () => {
  const { masjid, khateeb } = await newPairWithThreeFridays('59401')
  const page = await openAs(site, khateeb, `/masjid-details/${masjid.uid}`, 'Asia/Tokyo')
  await page.getByRole('button', { name: 'Request Slots' }).click()
  const slots = page.getByRole('dialog').getByRole('checkbox')
  for (const at of [0, 1, 2]) await slots.nth(at).click()
  for (const week of [0, 1]) {
    const slot = { masjidUid: masjid.uid, khutbahDate: fridayAfter(week), khutbahTime: '13:00' }
    await confirmKhateeb(masjid, await newKhateeb(site.url), slot)
  }
  await page.getByRole('button', { name: 'Request 3 Slots' }).click()
  expect(await readAndCloseToast(page)).toMatch(
    /^No request was sent\. \w+ \d+, \d{4}, 1:00 PM MST: This slot already has a khateeb\.$/u,
  )
  await page.getByRole('button', { name: 'Request 1 Slot' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Revoke' }).count()).toBe(1)
  expect(await requestedDates(khateeb)).toEqual([fridayAfter(2)])
})

test('a khateeb selects slots of several masjids in the list of open slots, and an error shows a slot that overlaps another', async () => {
  const { khateeb } = await newPairWithThreeFridays('83702')
  await postSlot(await newMasjid(site.url, { zipCode: '83702' }), '13:30')
  const page = await openAs(site, khateeb)
  await addAxe(page.context())
  await page.goto('/nearby-slots')
  const slots = page.getByRole('checkbox')
  await expect.poll(() => slots.count()).toBe(4)
  for (const at of [0, 1, 2]) await slots.nth(at).click()
  const request = page.getByRole('button', { name: 'Request 3 Slots' })
  await request.waitFor()
  expect(await axeViolations(page)).toEqual([])
  await request.click()
  expect(await readAndCloseToast(page)).toMatch(
    /^No request was sent\. \w+ \d+, \d{4}, 1:30 PM: This overlaps with another khutbah you selected\./u,
  )
  expect(await requestedDates(khateeb)).toEqual([])
  await slots.nth(1).click()
  await page.getByRole('button', { name: 'Request 2 Slots' }).click()
  await expect.poll(() => slots.count()).toBe(2)
  expect(await requestedDates(khateeb)).toEqual([friday, fridayAfter(1)])
})

test('in the list of open slots, the checkbox and the button of a slot name its date to screen readers', async () => {
  const { khateeb } = await newPairWithThreeFridays('57401')
  const page = await openAs(site, khateeb, '/nearby-slots')
  await expect.poll(() => page.getByRole('checkbox').count()).toBe(3)
  for (const week of [0, 1, 2])
    await page.getByRole('checkbox', { name: dayAndDate(fridayAfter(week)) }).waitFor()
  expect(await structureProblems(page)).toEqual([])
})

/**
 * Requests the first of three slots. Calls `actWhileSending` before the response arrives. Resolves when the list shows only the two other
 * slots.
 */
async function requestFirstSlot(page: Page, slots: Locator, actWhileSending: () => Promise<void>) {
  await slots.nth(0).click()
  const held = await holdRequests(page, '**/request_slots')
  await page.getByRole('button', { name: 'Request 1 Slot' }).click()
  await expect.poll(held.count).toBe(1)
  await actWhileSending()
  held.release()
  expect(await readAndCloseToast(page)).toBe('Your request to lead 1 khutbah has been sent.')
  await expect.poll(() => slots.count()).toBe(2)
}

test('a slot that a khateeb selects while a request is being sent stays selected', async () => {
  const { khateeb } = await newPairWithThreeFridays('88201')
  const page = await openAs(site, khateeb, '/nearby-slots')
  const slots = page.getByRole('checkbox')
  await requestFirstSlot(page, slots, () => slots.nth(2).click())
  expect(await slots.nth(1).isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Request 1 Slot' }).click()
  await expect.poll(() => slots.count()).toBe(1)
  expect(await requestedDates(khateeb)).toEqual([friday, fridayAfter(2)])
})

test('a slot that a khateeb selects after clearing the selection stays selected when an earlier call is answered', async () => {
  const { khateeb } = await newPairWithThreeFridays('99801')
  const page = await openAs(site, khateeb)
  await gotoUntilQuiet(page, '/nearby-slots')
  const slots = page.getByRole('checkbox')
  await requestFirstSlot(page, slots, async () => {
    await page.getByRole('button', { name: 'Clear' }).click()
    await slots.nth(2).click()
  })
  expect(await slots.nth(1).isChecked()).toBe(true)
})

test('the dialog Request Slots stays open if the khateeb selects another slot while a request is being sent', async () => {
  const { khateeb } = await newPairWithThreeFridays('57001')
  const page = await openAs(site, khateeb)
  await gotoUntilQuiet(page, '/nearby-masjids')
  await page.getByRole('button', { name: 'Request Slots' }).click()
  const slots = page.getByRole('dialog').getByRole('checkbox')
  await requestFirstSlot(page, slots, () => slots.nth(2).click())
  await page.getByRole('button', { name: 'Request 1 Slot' }).click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  expect(await requestedDates(khateeb)).toEqual([friday, fridayAfter(2)])
})

test('the dialog Request Slots says that no slot of the masjid’s first eight dates can be requested, and lists later dates after Show More', async () => {
  const zipCode = '58501'
  const [masjid, khateeb] = [await newMasjid(site.url, { zipCode }), await newKhateeb(site.url, { zipCode })]
  // Post nine dates, because the dialog shows only eight at first.
  for (let week = 0; week < 9; week += 1) {
    const slot = await postSlot(masjid, '13:00', fridayAfter(week))
    if (week < 8) await requestSlot(khateeb, slot)
  }
  const page = await openAs(site, khateeb)
  await gotoUntilQuiet(page, '/nearby-masjids')
  await page.getByText('1 open date:').waitFor()
  await page.getByRole('button', { name: 'Request Slots' }).click()
  const dialog = page.getByRole('dialog', { name: masjid.name })
  await dialog.getByText('You can’t request a slot on the next 8 dates.', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Show More' }).click()
  await dialog.getByRole('checkbox').click()
  await dialog.getByRole('button', { name: 'Request 1 Slot' }).click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  expect(await requestedDates(khateeb)).toContain(fridayAfter(8))
})

test('after a request for several slots is refused, the dialog keeps the selected slots, even if the filtered list no longer shows the masjid', async () => {
  const { masjid, khateeb } = await newPairWithThreeFridays('57501')
  const page = await openAs(site, khateeb)
  await gotoUntilQuiet(page, `/nearby-masjids?open=1&on=${friday}`)
  await page.getByRole('button', { name: 'Request Slots' }).click()
  const dialog = page.getByRole('dialog', { name: masjid.name })
  for (const at of [0, 1, 2]) await dialog.getByRole('checkbox').nth(at).click()
  const slot = { masjidUid: masjid.uid, khutbahDate: friday, khutbahTime: '13:00' }
  await confirmKhateeb(masjid, await newKhateeb(site.url), slot)
  await dialog.getByRole('button', { name: 'Request 3 Slots' }).click()
  expect(await readAndCloseToast(page)).toContain('This slot already has a khateeb.')
  await page.getByText('No open slots found within 30 miles.').waitFor()
  await dialog.getByRole('button', { name: 'Request 2 Slots' }).click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  expect(await requestedDates(khateeb)).toEqual([fridayAfter(1), fridayAfter(2)])
})
