import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { updateAvailability } from '../../contract/availability.ts'
import { describeSlots, removeSlot } from '../../contract/khutbahs.ts'
import { updateUser } from '../../contract/own-records.ts'
import { openSite } from '../runtime/browser.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'
import {
  acceptInviteTo,
  confirmKhateeb,
  friday,
  postSlot,
  requestSlot,
  type Slot,
  slotSeenBy,
  withdrawFrom,
} from '../runtime/slots.ts'
import { newMember, newOwner } from '../runtime/team.ts'
import { holdRequests } from './hold-requests.ts'
import { tabTo } from './keyboard.ts'
import { internalError, openAs } from './pages.ts'
import { addAxe, axeViolations } from './probes/axe.ts'
import { openSlotPanel, pressInDialog, readAndCloseToast, slotCell } from './sections.ts'

const site = await openSite()
let masjid: TestAccount
let slot: Slot
let people: [TestAccount, TestAccount, TestAccount]

beforeEach(async () => {
  await site.database.db.deleteFrom('khateebs').execute()
  masjid = await newMasjid(site.url)
  slot = await postSlot(masjid)
  people = [
    await newKhateeb(site.url, { firstName: 'Idris', lastName: 'Qandil' }),
    await newKhateeb(site.url, { firstName: 'Tariq', lastName: 'Oakes', zipCode: '48104' }),
    await newKhateeb(site.url, { firstName: 'Daud', lastName: 'Sirajov', zipCode: '48104' }),
  ]
})

async function openPanel(person: TestAccount = masjid) {
  const page = await openAs(site, person)
  await addAxe(page.context())
  await page.goto('/masjid-landing')
  return { page, panel: await openSlotPanel(page, '1:00 PM') }
}

const untilDialogClosed = (page: Page) => expect.poll(() => page.getByRole('dialog').count()).toBe(0)

test('a masjid invites two khateebs to a slot with four presses, and the first khateeb who accepts is confirmed', async () => {
  const { page, panel } = await openPanel()
  const [first, second, away] = people
  await panel.getByText('Available for this slot: 3 of 3').waitFor()
  await panel.getByRole('checkbox', { name: 'Idris Qandil' }).click()
  await panel.getByRole('checkbox', { name: 'Tariq Oakes' }).click()
  await panel.getByText('The first to accept gets the slot; the others are told.').waitFor()
  await panel.getByRole('button', { name: 'Invite 2 Khateebs' }).click()
  expect(await readAndCloseToast(page)).toMatch(
    /^Invites sent to 2 khateebs for .* at 1:00 PM\. The first to accept gets the slot\.$/u,
  )
  await panel.getByRole('region', { name: 'Invited' }).getByText(first.name).waitFor()
  await expect.poll(() => panel.getByRole('checkbox', { name: 'Idris Qandil' }).isDisabled()).toBe(true)

  await acceptInviteTo(second, slot)
  await page.reload()
  const filled = page.getByRole('dialog')
  await filled.getByText('Confirmed').waitFor()
  expect(await filled.getByText(away.name).count()).toBe(0)
  await filled.getByRole('button', { name: 'What Happened' }).click()
  await filled.getByText(`${second.name} accepted the invite and is confirmed`).waitFor()
})

test('the panel of a slot lists all events of the slot, the oldest after Show More', async () => {
  const { slotId } = await slotSeenBy(masjid, slot)
  for (let change = 1; change <= 21; change += 1) {
    await masjid.client.call(describeSlots, { masjidUid: 'me', slotIds: [slotId], note: `Door ${change}` })
  }
  const { panel } = await openPanel()
  await panel.getByRole('button', { name: 'What Happened' }).click()
  const changes = panel.getByText('Language or note changed')
  const posted = panel.getByRole('listitem').filter({ hasText: /^Posted/ })
  await expect.poll(() => changes.count()).toBe(20)
  expect(await posted.count()).toBe(0)
  await panel.getByRole('button', { name: 'Show More' }).click()
  await posted.waitFor()
  expect(await changes.count()).toBe(21)
})

test('a masjid reads the profile of a requesting khateeb and approves the request with two presses', async () => {
  const [khateeb] = people
  await khateeb.client.call(updateUser, { uid: 'me', bio: 'I speak about patience.' })
  await requestSlot(khateeb, slot)
  const { page, panel } = await openPanel()
  await panel.getByText('I speak about patience.').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await panel.getByRole('button', { name: 'Approve' }).click()
  await panel.getByText('Confirmed').waitFor()
  expect(await slotSeenBy(masjid, slot)).toMatchObject({ khateebUid: khateeb.uid })
})

test('the slot panel disables unavailable khateebs with the reason, and a refused invite shows the khateeb who has just become unavailable', async () => {
  const [booked, away, leaving] = people
  const other = await newMasjid(site.url, { zipCode: '10001' })
  await confirmKhateeb(other, booked, await postSlot(other, '13:15'))
  await away.client.call(updateAvailability, { uid: 'me', awayDates: [friday], languages: ['ar', 'en'] })
  const { page, panel } = await openPanel()
  const list = panel.getByRole('list', { name: 'Khateebs for This Slot' })
  const rowOf = ({ name }: TestAccount) => list.getByRole('listitem').filter({ hasText: name })
  await rowOf(booked).getByText('Booked somewhere else at that hour.').waitFor()
  await rowOf(away).getByText('never here · Arabic and English').waitFor()
  expect(await rowOf(away).getByRole('checkbox').isDisabled()).toBe(true)
  expect(await panel.innerText()).not.toContain(other.name)
  expect(await axeViolations(page)).toEqual([])

  await rowOf(leaving).getByRole('checkbox').click()
  await leaving.client.call(updateAvailability, { uid: 'me', awayDates: [friday] })
  await panel.getByRole('button', { name: 'Invite 1 Khateeb' }).click()
  expect(await readAndCloseToast(page)).toMatch(/^Nobody was invited\. Daud Sirajov: /u)
  await rowOf(leaving).getByText('Away on that date.').waitFor()
})

test('a search in the slot panel finds khateebs at any distance, and keeps the selected khateebs', async () => {
  const { panel } = await openPanel()
  await newKhateeb(site.url, { firstName: 'Hamza', lastName: 'Nasirwala', zipCode: '10001' })
  await panel.getByRole('checkbox', { name: 'Idris Qandil' }).click()
  await panel.getByRole('searchbox').fill('nasirwala')
  await panel.getByRole('checkbox', { name: 'Hamza Nasirwala' }).click()
  await panel.getByRole('button', { name: 'Invite 2 Khateebs' }).waitFor()
  await panel.getByRole('searchbox').fill('qqqq')
  await panel.getByText('No khateebs match your search.').waitFor()
  expect(await panel.getByRole('button', { name: 'Invite 2 Khateebs' }).isEnabled()).toBe(true)
})

test('the slot panel keeps the search and the selected khateebs while the masjid looks at a profile', async () => {
  const { page, panel } = await openPanel()
  await panel.getByRole('checkbox', { name: 'Idris Qandil' }).click()
  await panel.getByRole('searchbox').fill('oakes')
  await expect.poll(() => panel.getByRole('checkbox').count()).toBe(1)
  await panel.getByRole('checkbox', { name: 'Tariq Oakes' }).click()
  await panel.getByRole('link', { name: 'Profile' }).click()
  // Look for a heading of level 1, because the masjid’s home screen also has headings with names of khateebs, on lower levels.
  await page.getByRole('heading', { name: 'Tariq Oakes', level: 1 }).waitFor()
  await page.goBack()
  await panel.getByRole('button', { name: 'Invite 2 Khateebs' }).waitFor()
  expect(await panel.getByRole('searchbox').inputValue()).toBe('oakes')
  expect(await panel.getByRole('checkbox', { name: 'Tariq Oakes' }).isChecked()).toBe(true)
})

test('the checkboxes of the slot panel ignore presses while a search changes the list', async () => {
  const { page, panel } = await openPanel()
  const checkbox = panel.getByRole('checkbox', { name: 'Tariq Oakes' })
  await checkbox.waitFor()
  const held = await holdRequests(page, /khateebs_for_slot.*q=oakes/u)
  await panel.getByRole('searchbox').fill('oakes')
  await expect.poll(held.count).toBe(1)
  await checkbox.click({ force: true })
  held.release()
  await expect.poll(() => panel.getByRole('checkbox').count()).toBe(1)
  expect(await checkbox.isChecked()).toBe(false)
})

test('the slot panel can be used by keyboard, and returns the focus when it closes', async () => {
  const page = await openAs(site, masjid, '/masjid-landing')
  const opener = slotCell(page, '1:00 PM').getByRole('button', { name: 'Open' })
  await tabTo(page, opener)
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog')
  const choice = panel.getByRole('checkbox', { name: 'Idris Qandil' })
  await choice.waitFor()
  for (
    let presses = 0;
    presses < 5 && !(await choice.evaluate((it) => it === document.activeElement));
    presses += 1
  )
    await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  expect(await choice.isChecked()).toBe(true)
  await page.keyboard.press('Escape')
  await untilDialogClosed(page)
  await expect.poll(() => opener.evaluate((it) => it === document.activeElement)).toBe(true)
})

test('a reload and Back open the slot panel in the URL again, and closing the panel stays on the screen', async () => {
  const [khateeb] = people
  await requestSlot(khateeb, slot)
  const { page, panel } = await openPanel()
  const { slotId } = await slotSeenBy(masjid, slot)
  expect(new URL(page.url()).searchParams.get('slot')).toBe(slotId)
  await page.reload()
  await panel.getByRole('link', { name: khateeb.name }).click()
  await page.getByRole('heading', { level: 1, name: khateeb.name }).waitFor()
  await page.goBack()
  await panel.getByRole('button', { name: 'Approve' }).waitFor()
  await page.goBack()
  await untilDialogClosed(page)
  await slotCell(page, '1:00 PM').waitFor()
  await page.goForward()
  await panel.waitFor()
  await page.keyboard.press('Escape')
  await untilDialogClosed(page)
  await expect.poll(() => new URL(page.url()).search).toBe('')
  // Escape went one step back in the browser’s history, so one step forward opens the panel again.
  await page.goForward()
  await panel.waitFor()

  await page.goto(`/masjid-landing?slot=${slotId}`)
  await panel.getByRole('button', { name: 'Close window' }).click()
  await untilDialogClosed(page)
  const opener = slotCell(page, '1:00 PM').getByRole('button', { name: '1:00 PM' })
  await expect.poll(() => opener.evaluate((it) => it === document.activeElement)).toBe(true)
})

test('the URL of a removed slot opens a slot panel with a message', async () => {
  const { slotId } = await slotSeenBy(masjid, slot)
  await masjid.client.call(removeSlot, { masjidUid: 'me', slotId })
  const page = await openAs(site, masjid)
  await addAxe(page.context())
  await page.goto(`/masjid-landing?slot=${slotId}`)
  const panel = page.getByRole('dialog', { name: 'This khutbah is over or canceled' })
  await panel.waitFor()
  expect(await axeViolations(page)).toEqual([])
  await panel.getByRole('button', { name: 'Close', exact: true }).click()
  await untilDialogClosed(page)
  expect(new URL(page.url()).search).toBe('')
})

test('canceling the service closes the slot panel, and focuses a heading of the screen', async () => {
  const { page, panel } = await openPanel()
  await panel.getByRole('button', { name: 'Cancel This Service' }).click()
  await pressInDialog(page, 'Cancel This Service')
  expect(await readAndCloseToast(page)).toBe('The service is canceled.')
  await untilDialogClosed(page)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2')
})

test('the slot panel shows the reason of a khateeb who withdrew from the slot, and khateebs to invite', async () => {
  const [khateeb] = people
  await confirmKhateeb(masjid, khateeb, slot)
  await withdrawFrom(khateeb, slot, 'My flight was moved.')
  const { panel } = await openPanel()
  await panel.getByText('My flight was moved.').waitFor()
  await panel.getByRole('checkbox', { name: 'Tariq Oakes' }).waitFor()
  expect(await panel.getByRole('checkbox').count()).toBe(3)
})

test('a list in the slot panel that fails to load can be loaded again, and meanwhile the service can be canceled', async () => {
  const page = await openAs(site, masjid)
  await page.route('**/khateebs_for_slot*', (route) => route.fulfill(internalError))
  await page.goto('/masjid-landing')
  const panel = await openSlotPanel(page, '1:00 PM')
  await panel.getByRole('button', { name: 'Try Again' }).waitFor()
  expect(await panel.getByRole('button', { name: 'Cancel This Service' }).isEnabled()).toBe(true)
  await page.unroute('**/khateebs_for_slot*')
  await panel.getByRole('button', { name: 'Try Again' }).click()
  await panel.getByRole('checkbox', { name: 'Idris Qandil' }).waitFor()
})

test('a viewer sees the slot panel without controls that change the slot', async () => {
  const app = { baseUrl: site.url, database: site.database }
  const owner = await newOwner(app)
  await requestSlot(people[0], await postSlot(owner))
  const { panel } = await openPanel(await newMember(app, owner, 'viewer'))
  await panel.getByText(people[0].name).waitFor()
  const buttons = await panel.getByRole('button').allInnerTexts()
  expect(buttons.filter((it) => it !== '')).toEqual(['What Happened'])
})
