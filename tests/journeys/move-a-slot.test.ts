import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { paths } from '../../contract/screen-paths.ts'
import { moveSlot } from '../../contract/slot-moves.ts'
import { addDays } from '../../domain/khutbahs/wall-clock.ts'
import { openSite } from '../runtime/browser.ts'
import { dayAndDate } from '../runtime/format-dates.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import {
  confirmKhateeb,
  friday,
  fridayAfter,
  inviteKhateeb,
  postSlot,
  requestSlot,
  slotSeenBy,
} from '../runtime/slots.ts'
import { newMember, newOwner } from '../runtime/team.ts'
import { errorAt, fill, press } from './forms.ts'
import { holdRequests } from './hold-requests.ts'
import { card, gotoUntilQuiet, openAs } from './pages.ts'
import { addAxe, axeViolations } from './probes/axe.ts'
import { dateRow, openSlotPanel, readAndCloseToast, row, slotCell } from './sections.ts'

const site = await openSite()

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Move this khutbah' })

/** Opens the Move dialog of the slot at `time`, on the masjid's home screen. */
async function openDialog(page: Page, time: string): Promise<void> {
  const panel = await openSlotPanel(page, time)
  await panel.getByRole('button', { name: 'Move', exact: true }).click()
  await dialog(page).waitFor()
}

test('a masjid moves a filled slot by 15 minutes and then by two hours, and the slot’s khateeb confirms again', async () => {
  const [masjid, khateeb] = [await newMasjid(site.url), await newKhateeb(site.url)]
  const slot = await postSlot(masjid)
  await confirmKhateeb(masjid, khateeb, slot)
  const page = await openAs(site, masjid, '/masjid-landing')
  await openDialog(page, '1:00 PM')
  await fill(page, { 'New time': '13:15' })
  await dialog(page).getByText(`${khateeb.name} stays confirmed, and will get an email.`).waitFor()
  await press(page, 'Move Khutbah')
  expect(await readAndCloseToast(page)).toBe(
    'The khutbah has moved. Its khateeb stays confirmed and gets an email.',
  )
  await slotCell(page, '1:15 PM').getByText('Confirmed').waitFor()

  await openDialog(page, '1:15 PM')
  await fill(page, { 'New time': '15:15' })
  await dialog(page)
    .getByText(`${khateeb.name} is confirmed, and will be asked to confirm the new time.`)
    .waitFor()
  await press(page, 'Move Khutbah')
  expect(await readAndCloseToast(page)).toBe(
    'The khutbah has moved. Its khateeb is asked to confirm the new time.',
  )
  await slotCell(page, '3:15 PM').getByText('Asked to confirm again').waitFor()

  const speaker = await openAs(site, khateeb, '/dashboard')
  const asked = row(speaker, 'Upcoming Khutbahs', masjid.name)
  await asked.getByText('3:15 PM').waitFor()
  await asked.getByText('The masjid has moved this khutbah since you agreed to it.').waitFor()
  await asked.getByText(`Old time: ${dayAndDate(friday)} · 1:00 PM`).waitFor()
  await asked.getByRole('button', { name: 'Confirm Again' }).click()
  expect(await readAndCloseToast(speaker)).toBe('Thank you. The masjid knows that you are coming.')
  expect(await slotSeenBy(masjid, { ...slot, khutbahTime: '15:15' })).toMatchObject({
    awaitsReconfirmation: false,
  })

  await page.goto(`/slot-history?date=${friday}`)
  await page.getByText('Moved from 1:15 PM to 3:15 PM').waitFor()
})

test('a masjid’s details and the khutbah’s screen ask a confirmed khateeb to confirm again after a move', async () => {
  const [masjid, khateeb] = [await newMasjid(site.url), await newKhateeb(site.url)]
  for (const time of ['10:00', '13:00']) {
    const slot = await postSlot(masjid, time)
    await confirmKhateeb(masjid, khateeb, slot)
    await masjid.client.call(moveSlot, { ...slot, toDate: friday, toTime: time.replace(':00', ':30') })
  }
  const khutbahScreen = `/khutbah/${friday}?masjid=${masjid.uid}`
  const own = await openAs(site, masjid, khutbahScreen)
  await card(own, '1:30 PM').getByText('Asked to confirm again').waitFor()
  const speaker = await openAs(site, khateeb)
  const places = {
    [`/masjid-details/${masjid.uid}`]: {
      slot: speaker.getByRole('listitem').filter({ hasText: '10:30 AM' }).last(),
      oldTime: '10:00 AM',
    },
    [khutbahScreen]: { slot: card(speaker, '1:30 PM'), oldTime: '1:00 PM' },
  }
  for (const [screen, { slot, oldTime }] of Object.entries(places)) {
    await gotoUntilQuiet(speaker, screen)
    await slot.getByText('Please confirm again').waitFor()
    await slot.getByText('The masjid has moved this khutbah since you agreed to it.').waitFor()
    await slot.getByText(`Old time: ${dayAndDate(friday)} · ${oldTime}`).waitFor()
    expect(await slot.getByText('You are confirmed').count()).toBe(0)
    await slot.getByRole('button', { name: 'Confirm Again' }).click()
    expect(await readAndCloseToast(speaker)).toBe('Thank you. The masjid knows that you are coming.')
    await slot.getByText('You are confirmed').waitFor()
    expect(await slot.getByRole('button', { name: 'Confirm Again' }).count()).toBe(0)
    expect(await slot.getByText('Old time:').count()).toBe(0)
  }
  await own.reload()
  await card(own, '1:30 PM').getByText('Confirmed', { exact: true }).waitFor()
})

test('the Move dialog of a slot shows the consequences of the move, or why the slot cannot move to the entered date or time', async () => {
  const [masjid, elsewhere] = [await newMasjid(site.url), await newMasjid(site.url)]
  const [khateeb, invited] = [await newKhateeb(site.url), await newKhateeb(site.url)]
  const slot = await postSlot(masjid)
  await postSlot(masjid, '19:00')
  await requestSlot(khateeb, slot)
  await inviteKhateeb(masjid, invited, slot)
  await confirmKhateeb(elsewhere, khateeb, await postSlot(elsewhere, '16:30'))
  const page = await openAs(site, masjid)
  await addAxe(page.context())
  await page.goto('/masjid-landing')
  await openDialog(page, '1:00 PM')
  await press(page, 'Move Khutbah')
  expect(await errorAt(page, 'New time')).toBe('Please choose another date or time.')
  await fill(page, { 'New time': '14:00' })
  await dialog(page).getByText('1 request moves with the khutbah.').waitFor()
  await dialog(page).getByText('1 invite moves with the khutbah.').waitFor()
  await fill(page, { 'New time': '16:00' })
  await dialog(page).getByText('This closes 1 request or invite').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await fill(page, { 'New time': '19:00' })
  await expect
    .poll(() => errorAt(page, 'New time'))
    .toMatch(/^You already have a khutbah on .* at 7:00 PM\.$/u)
  expect(await dialog(page).getByRole('alert').innerText()).toBe(await errorAt(page, 'New time'))
  await fill(page, { 'New date': '2020-01-03' })
  await expect.poll(() => errorAt(page, 'New date')).toBe('This date is in the past.')
  await expect
    .poll(() => dialog(page).getByRole('alert').allInnerTexts())
    .toEqual(['This date is in the past.'])
})

test('after a slot’s move to another date, the screen shows the khutbah of the new date', async () => {
  const masjid = await newMasjid(site.url)
  await postSlot(masjid)
  const page = await openAs(site, masjid, paths.khutbah(friday, masjid.uid))
  await press(page, 'Move')
  await fill(page, { 'New date': fridayAfter(1) })
  await dialog(page).getByText('No confirmed khateeb, invite or request is affected.').waitFor()
  await press(page, 'Move Khutbah')
  expect(await readAndCloseToast(page)).toBe('The khutbah has moved.')
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/khutbah/${fridayAfter(1)}`)
  await page.getByText('1:00 PM').waitFor()
})

test('a member who moves a slot that a colleague has already moved sees who moved it', async () => {
  const app = { baseUrl: site.url, database: site.database }
  const owner = await newOwner(app)
  const aisha = await newMember(app, owner, 'scheduler', 'Aisha Rahman')
  const slot = await postSlot(owner)
  const page = await openAs(site, owner, '/masjid-landing')
  await openDialog(page, '1:00 PM')
  await aisha.client.call(moveSlot, { ...slot, toDate: friday, toTime: '15:00' })
  await fill(page, { 'New time': '17:00' })
  await press(page, 'Move Khutbah')
  expect(await readAndCloseToast(page)).toMatch(
    /^Aisha Rahman moved this khutbah today at \d+:\d\d [AP]M\.$/u,
  )
})

test('the Move dialog of a slot that a colleague has moved shows the new time after a refusal, and can then move the slot', async () => {
  const masjid = await newMasjid(site.url)
  const slot = await postSlot(masjid)
  const { slotId } = await slotSeenBy(masjid, slot)
  const page = await openAs(site, masjid, '/masjid-landing')
  await openDialog(page, '1:00 PM')
  await fill(page, { 'New time': '15:15' })
  const moved = { masjidUid: 'me', slotId, toDate: friday, toTime: '14:00', seenStart: null }
  await masjid.client.call(moveSlot, moved)
  await press(page, 'Move Khutbah')
  expect(await readAndCloseToast(page)).toMatch(/^You moved this khutbah /u)
  await dialog(page).getByText('2:00 PM').waitFor()
  await press(page, 'Move Khutbah')
  expect(await readAndCloseToast(page)).toBe('The khutbah has moved.')
  await slotCell(page, '3:15 PM').waitFor()
})

test('a viewer has no Move button', async () => {
  const owner = await newOwner({ baseUrl: site.url, database: site.database })
  const viewer = await newMember({ baseUrl: site.url, database: site.database }, owner, 'viewer')
  await postSlot(owner, '15:00')
  const reader = await openAs(site, viewer, '/masjid-landing')
  await openSlotPanel(reader, '3:00 PM')
  expect(await reader.getByRole('button', { name: 'Move', exact: true }).count()).toBe(0)
})

test('a move that completes after the member has left the khutbah’s screen does not navigate back to it', async () => {
  const masjid = await newMasjid(site.url)
  await postSlot(masjid)
  const page = await openAs(site, masjid)
  await gotoUntilQuiet(page, paths.khutbah(friday, masjid.uid))
  await press(page, 'Move')
  await fill(page, { 'New date': fridayAfter(1) })
  const held = await holdRequests(page, '**/move_slot')
  await press(page, 'Move Khutbah')
  await expect.poll(held.count).toBe(1)
  await press(page, 'Cancel')
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await dateRow(page, friday).waitFor()
  held.release()
  expect(await readAndCloseToast(page)).toBe('The khutbah has moved.')
  await dateRow(page, fridayAfter(1)).waitFor()
  expect(new URL(page.url()).pathname).toBe('/masjid-landing')
})

test('the Move dialog shows the weekday of the new date, and says if it is not a Friday', async () => {
  const masjid = await newMasjid(site.url)
  await postSlot(masjid)
  const page = await openAs(site, masjid, '/masjid-landing')
  await openDialog(page, '1:00 PM')
  const newDate = dialog(page).getByLabel('New date')
  const description = () =>
    newDate.evaluate((it: HTMLInputElement) =>
      (it.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .join(' '),
    )
  await expect.poll(description).toBe(dayAndDate(friday))
  const sunday = addDays(friday, 2)
  await newDate.fill(sunday)
  await expect.poll(description).toBe(`${dayAndDate(sunday)}. This is not a Friday.`)
})
