import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSite } from '../runtime/browser.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { confirmKhateeb, inviteKhateeb, postSlot, requestSlot, revokeRequest } from '../runtime/slots.ts'
import { openAs } from './pages.ts'
import { readAndCloseToast } from './sections.ts'

const site = await openSite()
const masjid = await newMasjid(site.url)
const khateeb = await newKhateeb(site.url)
const otherKhateeb = await newKhateeb(site.url)

/** Returns the row of the slot at `time` on a masjid's details. */
function slotRow(page: Page, time: string) {
  return page.getByRole('list', { name: 'Slots' }).getByRole('listitem').filter({ hasText: time })
}

test('a masjid’s details show a khateeb his standing at each slot, and the available actions', async () => {
  await confirmKhateeb(masjid, khateeb, await postSlot(masjid, '10:00'))
  await confirmKhateeb(masjid, otherKhateeb, await postSlot(masjid, '11:30'))
  await requestSlot(khateeb, await postSlot(masjid, '13:00'))
  await inviteKhateeb(masjid, khateeb, await postSlot(masjid, '14:30'))
  const often = await postSlot(masjid, '16:00')
  for (const _ of [1, 2, 3]) {
    await requestSlot(khateeb, often)
    await revokeRequest(khateeb, often)
  }
  await postSlot(masjid, '17:30')
  const page = await openAs(site, khateeb, `/masjid-details/${masjid.uid}`)
  const buttonsOf = (time: string) => slotRow(page, time).getByRole('button').allInnerTexts()

  await slotRow(page, '10:00 AM').getByText('You are confirmed').waitFor()
  // Poll, because the Topic button loads late.
  await expect.poll(() => buttonsOf('10:00 AM')).toEqual(['Topic'])
  await slotRow(page, '11:30 AM').getByText('Confirmed', { exact: true }).waitFor()
  expect(await buttonsOf('11:30 AM')).toEqual([])
  await slotRow(page, '1:00 PM').getByText('You requested it').waitFor()
  expect(await buttonsOf('1:00 PM')).toEqual(['Revoke'])
  await slotRow(page, '2:30 PM').getByText('You are invited').waitFor()
  expect(await buttonsOf('2:30 PM')).toEqual(['Accept', 'Reject'])
  await slotRow(page, '4:00 PM').getByText('You have asked for this slot three times.').waitFor()
  expect(await buttonsOf('4:00 PM')).toEqual([])
  await slotRow(page, '5:30 PM').getByText('Open', { exact: true }).waitFor()
  expect(await buttonsOf('5:30 PM')).toEqual(['Request to Lead'])

  await slotRow(page, '2:30 PM').getByRole('button', { name: 'Accept' }).click()
  expect(await readAndCloseToast(page)).toContain('Invite accepted!')
  await slotRow(page, '2:30 PM').getByText('You are confirmed').waitFor()
  await slotRow(page, '1:00 PM').getByRole('button', { name: 'Revoke' }).click()
  expect(await readAndCloseToast(page)).toBe('Request revoked successfully.')
  await slotRow(page, '1:00 PM').getByText('You can request this slot 2 more times.').waitFor()
})

test('a masjid’s details show another masjid the times of a khutbah, without states or buttons', async () => {
  const page = await openAs(site, await newMasjid(site.url), `/masjid-details/${masjid.uid}`)
  await page.getByRole('list', { name: 'Times' }).getByText('1:00 PM').waitFor()
  expect(await page.getByRole('list', { name: 'Slots' }).count()).toBe(0)
})
