import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { acceptInvite, requestKhateeb, requestToLead } from '../../contract/proposals.ts'
import { openSite } from '../runtime/browser.ts'
import { newKhateeb, newMasjid, type Person } from '../runtime/people.ts'
import { postSlot } from '../runtime/slots.ts'
import { errorAt, field, fill, press, waitForToast } from './forms.ts'
import { holdRequests } from './hold-requests.ts'
import { openAs } from './pages.ts'
import { postedSlot, row } from './sections.ts'

let masjid: Person
let page: Page

const site = await openSite()

beforeEach(async () => {
  masjid = await newMasjid(site.url)
  page = await openAs(site, masjid)
})

test('the khutbah form requires a date, can be closed, and shows that it is busy', async () => {
  await page.goto('/masjid-landing')
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

test('the khutbah form refuses a time given twice', async () => {
  await page.goto('/masjid-landing')
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
  for (const time of ['1:00 PM', '1:30 PM', '2:00 PM']) await postedSlot(page, time).waitFor()
})

test('the names of requesting, invited and confirmed khateebs link to their details', async () => {
  const [requesting, invited, confirmed] = await Promise.all([
    newKhateeb(site.url),
    newKhateeb(site.url),
    newKhateeb(site.url),
  ])
  const one = await postSlot(masjid, '13:00')
  const two = await postSlot(masjid, '14:30')
  await masjid.client.call(requestKhateeb, { ...two, khateebUid: confirmed.uid })
  await confirmed.client.call(acceptInvite, { ...two, khateebUid: 'me' })
  await requesting.client.call(requestToLead, { ...one, khateebId: 'me' })
  await masjid.client.call(requestKhateeb, { ...one, khateebUid: invited.uid })

  await page.goto('/masjid-landing')
  const places = [
    [row(page, 'Pending Requests', requesting.name), requesting],
    [row(page, 'Sent Requests', invited.name), invited],
    [postedSlot(page, '2:30 PM'), confirmed],
  ] as const
  for (const [place, who] of places) {
    const link = place.getByRole('link', { name: who.name, exact: true })
    await expect.poll(() => link.getAttribute('href')).toBe(`/khateeb-details/${who.uid}`)
  }
})
