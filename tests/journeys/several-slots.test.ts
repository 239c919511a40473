import type { Locator, Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { updateAvailability } from '../../contract/availability.ts'
import { blockAccount } from '../../contract/blocks.ts'
import { addKhutbah, describeSlots, removeSlots } from '../../contract/khutbahs.ts'
import { getMasjid, getUser } from '../../contract/own-records.ts'
import { moveSlot } from '../../contract/slot-moves.ts'
import { openSite } from '../runtime/browser.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'
import {
  approveKhateeb,
  confirmKhateeb,
  friday,
  fridayAfter,
  inviteKhateeb,
  postSlot,
  requestSlot,
  type Slot,
  slotSeenBy,
} from '../runtime/slots.ts'
import { newMember, newOwner } from '../runtime/team.ts'
import { errorAt, fill } from './forms.ts'
import { holdRequests } from './hold-requests.ts'
import { advanceAndPauseClock, openAs } from './pages.ts'
import { addAxe, axeViolations } from './probes/axe.ts'
import { pressInDialog, readAndCloseToast } from './sections.ts'

const site = await openSite()
let masjid: TestAccount
let khateeb: TestAccount
let slots: [Slot, Slot, Slot]

beforeEach(async () => {
  await site.database.db.deleteFrom('khateebs').execute()
  masjid = await newMasjid(site.url)
  khateeb = await newKhateeb(site.url, { firstName: 'Idris', lastName: 'Qandil' })
  slots = [
    await postSlot(masjid),
    await postSlot(masjid, '13:00', fridayAfter(1)),
    await postSlot(masjid, '15:00', fridayAfter(1)),
  ]
})

/** Opens the dialog for several slots, and selects the first `count` slots. */
async function openDialogAndSelect(count: number): Promise<Page> {
  const page = await openAs(site, masjid)
  await addAxe(page.context())
  await page.goto('/masjid-landing')
  await page.getByRole('button', { name: 'Select Several' }).click()
  for (let at = 0; at < count; at += 1) await page.getByRole('checkbox').nth(at).click()
  return page
}

/** Opens the dialog that invites a khateeb to the first `count` slots, which must be open. */
async function openInviteDialog(count: number): Promise<Locator> {
  const page = await openDialogAndSelect(count)
  await page.getByRole('button', { name: `Invite a Khateeb to ${count} Open Slots` }).click()
  return page.getByRole('dialog', { name: 'Invite a khateeb to' })
}

async function postedTimes(): Promise<string[]> {
  const { khutbahs } = await masjid.client.call(getMasjid, { uid: 'me' })
  return khutbahs.flatMap(({ date, times }) => times.map(({ time }) => `${date} ${time.time}`))
}

test('a masjid invites one khateeb to all selected open slots with one email', async () => {
  await confirmKhateeb(masjid, await newKhateeb(site.url), slots[1])
  const page = await openDialogAndSelect(3)
  await page.getByText('3 khutbahs selected').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Invite a Khateeb to 2 Open Slots' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a khateeb to 2 khutbahs' })
  await dialog.getByRole('searchbox').fill('Qandil')
  const idris = dialog.getByRole('listitem').filter({ hasText: 'Idris Qandil' })
  await expect.poll(() => dialog.getByRole('listitem').count()).toBe(1)
  expect(await axeViolations(page)).toEqual([])
  await idris.getByRole('button', { name: 'Invite' }).click()
  expect(await readAndCloseToast(page)).toBe('Invites sent to Idris Qandil for 2 khutbahs, in one email.')
  expect((await khateeb.client.call(getUser, { uid: 'me' })).inviteCount).toBe(2)
  const letters = site.database.db.selectFrom('letters').where('recipient', '=', khateeb.email)
  expect(await letters.where('kind', '<>', 'welcome').select('kind').execute()).toEqual([
    { kind: 'gathered' },
  ])
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
})

test.each([
  [1, 'Invite sent to Idris Qandil for 1 khutbah.\n1 invite was pending already.'],
  [2, 'Idris Qandil has been invited to these khutbahs already.'],
])(
  'the toast after inviting a khateeb to two slots counts only the new invites, if he already had %i',
  async (pending, toast) => {
    for (const slot of slots.slice(0, pending)) await inviteKhateeb(masjid, khateeb, slot)
    const page = await openDialogAndSelect(2)
    await page.getByRole('button', { name: 'Invite a Khateeb to 2 Open Slots' }).click()
    await page.getByRole('listitem').getByRole('button', { name: 'Invite', exact: true }).click()
    expect(await readAndCloseToast(page)).toBe(toast)
  },
)

test('in the dialog that invites to several slots, the button of a khateeb who can’t be invited because of a block is disabled, with the reason', async () => {
  await khateeb.client.call(blockAccount, { khateebUid: 'me', masjidUid: masjid.uid })
  const blocked = await newKhateeb(site.url, { firstName: 'Bilal', lastName: 'Haddad' })
  await masjid.client.call(blockAccount, { khateebUid: blocked.uid, masjidUid: 'me' })
  const dialog = await openInviteDialog(2)
  for (const [name, reason] of [
    ['Idris Qandil', 'They don’t accept invites from your masjid.'],
    ['Bilal Haddad', 'Your masjid has blocked them.'],
  ] as const) {
    const row = dialog.getByRole('listitem').filter({ hasText: name })
    await row.getByText(reason, { exact: true }).waitFor()
    expect(await row.getByRole('button', { name: 'Invite', exact: true }).isDisabled()).toBe(true)
  }
  expect(await axeViolations(dialog.page())).toEqual([])
})

test('in the dialog that invites to several slots, the button of a khateeb who is away or booked for all selected slots is disabled', async () => {
  const other = await newMasjid(site.url)
  await confirmKhateeb(other, khateeb, await postSlot(other))
  await khateeb.client.call(updateAvailability, { uid: 'me', awayDates: [fridayAfter(1)] })
  const dialog = await openInviteDialog(3)
  await dialog.getByText('Can’t come to any of these khutbahs.', { exact: true }).waitFor()
  expect(await dialog.getByRole('button', { name: 'Invite', exact: true }).isDisabled()).toBe(true)
})

test('if a khateeb is away on the date of one selected slot, a masjid invites him to the other selected slots', async () => {
  await khateeb.client.call(updateAvailability, { uid: 'me', awayDates: [friday] })
  const dialog = await openInviteDialog(3)
  await dialog.getByText('Can’t come to 1 of these khutbahs.', { exact: true }).waitFor()
  expect(await axeViolations(dialog.page())).toEqual([])
  await dialog.getByRole('button', { name: 'Invite to 2', exact: true }).click()
  expect(await readAndCloseToast(dialog.page())).toBe(
    'Invites sent to Idris Qandil for 2 khutbahs, in one email.',
  )
  const { invites } = await khateeb.client.call(getUser, { uid: 'me' })
  expect(invites.map((it) => it.khutbahDate)).toEqual([fridayAfter(1), fridayAfter(1)])
})

test('no invite to several slots is sent if the khateeb has become away on one date, and the toast shows the slot', async () => {
  const dialog = await openInviteDialog(2)
  const invite = dialog.getByRole('button', { name: 'Invite', exact: true })
  await invite.waitFor()
  await khateeb.client.call(updateAvailability, { uid: 'me', awayDates: [fridayAfter(1)] })
  await invite.click()
  expect(await readAndCloseToast(dialog.page())).toMatch(
    /^No invite was sent\. \w+ \d+, \d{4}, 1:00 PM: The khateeb is away on that date\.$/u,
  )
  expect((await khateeb.client.call(getUser, { uid: 'me' })).inviteCount).toBe(0)
})

test('the dialog that invites a khateeb to several slots closes when a refusal shows that none of the slots is open any more', async () => {
  const page = await openDialogAndSelect(1)
  await page.getByRole('button', { name: 'Invite a Khateeb to 1 Open Slot' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a khateeb to' })
  const invite = dialog.getByRole('listitem').getByRole('button', { name: 'Invite', exact: true })
  await invite.waitFor()
  await confirmKhateeb(masjid, khateeb, slots[0])
  await invite.click()
  expect(await readAndCloseToast(page)).toMatch(/: This slot already has a khateeb\.\n/u)
  await expect.poll(() => dialog.count()).toBe(0)
  await page.getByRole('checkbox').nth(1).click()
  await page.getByRole('button', { name: 'Invite a Khateeb to 1 Open Slot' }).waitFor()
  expect(await dialog.count()).toBe(0)
})

test('a masjid moves several slots by the same number of minutes, and first sees the consequences', async () => {
  await confirmKhateeb(masjid, khateeb, slots[0])
  await requestSlot(await newKhateeb(site.url), slots[2])
  const page = await openDialogAndSelect(3)
  await page.getByRole('button', { name: 'Change Time' }).click()
  await page.getByLabel('New time').fill('13:30')
  await page.getByText('The khateeb of 1 khutbah will be asked to confirm the new time.').waitFor()
  await page.getByText('1 request or invite moves with its khutbah.').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Move 3 Khutbahs' }).click()
  expect(await readAndCloseToast(page)).toBe('3 khutbahs have moved.')
  expect(await postedTimes()).toEqual([
    `${friday} 13:30`,
    `${fridayAfter(1)} 13:30`,
    `${fridayAfter(1)} 15:30`,
  ])
})

test('a masjid selects all services of one time, and moves them by an hour', async () => {
  await postSlot(masjid, '13:00', fridayAfter(2))
  const page = await openDialogAndSelect(0)
  const all = page.getByRole('button', { name: 'All 3 at 1:00 PM' })
  await all.click()
  await page.getByText('3 khutbahs selected').waitFor()
  expect(await page.getByRole('button', { name: /^All/ }).count()).toBe(1)
  await all.click()
  await expect.poll(() => page.getByText('selected', { exact: false }).count()).toBe(0)
  await all.click()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Change Time' }).click()
  await page.getByRole('button', { name: '1 hour earlier' }).click()
  await page.getByRole('button', { name: 'Move 3 Khutbahs' }).click()
  expect(await readAndCloseToast(page)).toBe('3 khutbahs have moved.')
  expect(await postedTimes()).toEqual([
    `${friday} 12:00`,
    `${fridayAfter(1)} 12:00`,
    `${fridayAfter(1)} 15:00`,
    `${fridayAfter(2)} 12:00`,
  ])
})

test('the dialog that moves several slots shows which existing slot prevents the move', async () => {
  const page = await openDialogAndSelect(2)
  await page.getByRole('button', { name: 'Change Time' }).click()
  await fill(page, { 'New time': '15:00' })
  await expect
    .poll(() => errorAt(page, 'New time'))
    .toMatch(/You already have a khutbah on .* at 3:00 PM\.$/u)
  expect(await page.getByRole('dialog').getByRole('alert').innerText()).toBe(await errorAt(page, 'New time'))
  expect(await page.getByRole('button', { name: 'Move 2 Khutbahs' }).isDisabled()).toBe(true)
})

test('after a refused move of several slots, the dialog shows the new start of a slot that a colleague has moved, and can then move the slots', async () => {
  const page = await openDialogAndSelect(2)
  const { slotId } = await slotSeenBy(masjid, slots[0])
  await page.getByRole('button', { name: 'Change Time' }).click()
  await page.getByRole('button', { name: '1 hour earlier' }).click()
  const move = page.getByRole('button', { name: 'Move 2 Khutbahs' })
  await expect.poll(() => move.isEnabled()).toBe(true)
  await masjid.client.call(moveSlot, { masjidUid: 'me', slotId, toDate: friday, toTime: '13:30' })
  await move.click()
  expect(await readAndCloseToast(page)).toMatch(/^Nothing was moved\. /u)
  const dialog = page.getByRole('dialog', { name: 'Change the time of 2 khutbahs' })
  await dialog.getByText('1:30 PM').waitFor()
  await move.click()
  expect(await readAndCloseToast(page)).toBe('2 khutbahs have moved.')
  expect(await postedTimes()).toEqual([
    `${friday} 12:00`,
    `${fridayAfter(1)} 11:30`,
    `${fridayAfter(1)} 15:00`,
  ])
})

test('a masjid can cancel several services after a dialog that says how many have a confirmed khateeb', async () => {
  await confirmKhateeb(masjid, khateeb, slots[0])
  const page = await openDialogAndSelect(2)
  await page.getByRole('button', { name: 'Cancel These Services' }).click()
  await page.getByText('1 of them has a confirmed khateeb, who will get an email.').waitFor()
  await pressInDialog(page, 'Cancel These Services')
  expect(await readAndCloseToast(page)).toBe('2 services are canceled.')
  expect(await postedTimes()).toEqual([`${fridayAfter(1)} 15:00`])
})

test('a masjid cannot cancel several services if a khateeb was approved in the meantime, and sees for which slot and by whom', async () => {
  await requestSlot(khateeb, slots[0])
  const page = await openDialogAndSelect(2)
  await approveKhateeb(masjid, khateeb, slots[0])
  await page.getByRole('button', { name: 'Cancel These Services' }).click()
  await pressInDialog(page, 'Cancel These Services')
  expect(await readAndCloseToast(page)).toMatch(
    /^Nothing was canceled\. .*, 1:00 PM: A khateeb has been confirmed for this slot since you opened it\. Please check again\.\nYou approved Idris Qandil for this khutbah today at /u,
  )
  expect(await postedTimes()).toHaveLength(3)
})

test('if the response to a cancellation is lost, the toast does not say that nothing was canceled, and a second press succeeds', async () => {
  const page = await openDialogAndSelect(2)
  await page.route('**/remove_slots', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Cancel These Services' }).click()
  await pressInDialog(page, 'Cancel These Services')
  expect(await readAndCloseToast(page)).toBe('Network error. Please check your connection.')
  expect(await postedTimes()).toEqual([`${fridayAfter(1)} 15:00`])
  await page.unroute('**/remove_slots')
  await pressInDialog(page, 'Cancel These Services')
  expect(await readAndCloseToast(page)).toBe('2 services are canceled.')
})

test('a viewer cannot select slots', async () => {
  const app = { baseUrl: site.url, database: site.database }
  const owner = await newOwner(app)
  await postSlot(owner)
  await postSlot(owner, '13:00', fridayAfter(1))
  const page = await openAs(site, await newMember(app, owner, 'viewer'), '/masjid-landing')
  await page.getByRole('grid').waitFor()
  expect(await page.getByRole('button', { name: 'Select Several' }).count()).toBe(0)
})

test('the dialog that invites a khateeb ignores presses until 0.4 s after it shows the results of a search', async () => {
  await newKhateeb(site.url)
  const page = await openAs(site, masjid)
  await page.clock.install()
  await page.goto('/masjid-landing')
  await page.getByRole('button', { name: 'Select Several' }).click()
  await page.getByRole('checkbox').nth(0).click()
  await page.getByRole('button', { name: 'Invite a Khateeb to 1 Open Slot' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a khateeb to' })
  const invite = dialog.getByRole('button', { name: 'Invite', exact: true })
  await expect.poll(() => invite.count()).toBe(2)
  await advanceAndPauseClock(page)
  const held = await holdRequests(page, /get_khateebs\?.*q=/u)
  await dialog.getByRole('searchbox').fill('Qandil')
  await page.clock.runFor(300)
  await expect.poll(held.count).toBe(1)
  expect(await invite.first().getAttribute('aria-busy')).toBe('true')
  held.release()
  await expect.poll(() => invite.count()).toBe(1)
  expect(await invite.getAttribute('aria-busy')).toBe('true')
  await page.clock.runFor(400)
  await expect.poll(() => invite.getAttribute('aria-busy')).toBe(null)
})

test('a slow response to an invite does not close the dialog that changes the time of the selected slots', async () => {
  const page = await openDialogAndSelect(2)
  const held = await holdRequests(page, '**/invite_khateebs')
  await page.getByRole('button', { name: 'Invite a Khateeb to 2 Open Slots' }).click()
  await page.getByRole('listitem').getByRole('button', { name: 'Invite', exact: true }).click()
  await expect.poll(held.count).toBe(1)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Change Time' }).click()
  const refreshed = page.waitForResponse('**/masjids/me?*')
  held.release()
  expect(await readAndCloseToast(page)).toBe('Invites sent to Idris Qandil for 2 khutbahs, in one email.')
  await refreshed
  await page.getByText('2 khutbahs selected').waitFor()
  await page.getByRole('button', { name: '1 hour earlier' }).click()
  await page.getByRole('button', { name: 'Move 2 Khutbahs' }).click()
  expect(await readAndCloseToast(page)).toBe('2 khutbahs have moved.')
})

test('if the consequences of moving several slots fail to load, a press on the button loads them again', async () => {
  const page = await openDialogAndSelect(2)
  const preview = '**/moves_preview?*'
  await page.route(preview, (route) => route.abort())
  await page.getByRole('button', { name: 'Change Time' }).click()
  await page.getByRole('button', { name: '1 hour earlier' }).click()
  await expect.poll(() => errorAt(page, 'New time')).toBe('Network error. Please check your connection.')
  await page.unroute(preview)
  const move = page.getByRole('button', { name: 'Move 2 Khutbahs' })
  await move.click()
  await page.getByText('No confirmed khateeb, invite or request is affected.').waitFor()
  await move.click()
  expect(await readAndCloseToast(page)).toBe('2 khutbahs have moved.')
})

test('if more slots are selected on the season board than can change at once, the dialog says so, changes only the soonest, and leaves the others selected', async () => {
  await masjid.client.call(addKhutbah, {
    masjidUid: 'me',
    date: fridayAfter(2),
    times: ['13:00', '15:00'],
    weeks: 26,
  })
  const page = await openAs(site, masjid)
  await addAxe(page.context())
  await page.goto('/masjid-landing')
  await page.getByRole('button', { name: 'Show All 28' }).click()
  const cells = page.getByRole('grid').locator('[data-slot]')
  await cells.first().click({ modifiers: ['Control'] })
  await cells.last().click({ modifiers: ['Shift'] })
  await page.getByText('55 khutbahs selected').waitFor()
  await page.getByRole('button', { name: 'Change Selected' }).click()
  const dialog = page.getByRole('dialog', { name: 'Several khutbahs at once' })
  await dialog
    .getByText(
      'You selected 55 khutbahs, but at most 53 can change at once. Only the first 53 are selected here.',
    )
    .waitFor()
  await dialog.getByText('53 khutbahs selected. You can’t select any more.').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Change Time' }).click()
  await page.getByRole('button', { name: '15 minutes later' }).click()
  await page.getByRole('button', { name: 'Move 53 Khutbahs' }).click()
  expect(await readAndCloseToast(page)).toBe('53 khutbahs have moved.')
  await page.getByText('2 khutbahs selected', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Change Selected' }).click()
  await page.getByRole('button', { name: 'Change Time' }).click()
  await page.getByRole('button', { name: '15 minutes later' }).click()
  await page.getByRole('button', { name: 'Move 2 Khutbahs' }).click()
  expect(await readAndCloseToast(page)).toBe('2 khutbahs have moved.')
  expect((await postedTimes()).filter((it) => it.endsWith(':00'))).toEqual([])

  await cells.first().click({ modifiers: ['Control'] })
  await cells.last().click({ modifiers: ['Shift'] })
  await page.getByRole('button', { name: 'Change Selected' }).click()
  await page.getByRole('button', { name: 'Cancel These Services' }).click()
  await page.getByRole('alertdialog', { name: 'Cancel 53 services?' }).waitFor()
  await pressInDialog(page, 'Cancel These Services')
  expect(await readAndCloseToast(page)).toBe('53 services are canceled.')
  expect(await postedTimes()).toEqual([`${fridayAfter(27)} 13:15`, `${fridayAfter(27)} 15:15`])
})

test('slots that a colleague has removed since they were selected don’t count toward the selection limit', async () => {
  await masjid.client.call(addKhutbah, {
    masjidUid: 'me',
    date: friday,
    times: ['12:15', '17:15'],
    weeks: 26,
  })
  const { khutbahs } = await masjid.client.call(getMasjid, { uid: 'me' })
  const slotIds = khutbahs.flatMap(({ times }) =>
    times.filter(({ time }) => time.time === '12:15').map((it) => it.slotId),
  )
  const page = await openDialogAndSelect(0)
  await page.getByText('Select up to 53 khutbahs, then choose what to do with all of them.').waitFor()
  await page.getByRole('button', { name: 'All 26 at 12:15 PM' }).click()
  await page.getByRole('button', { name: 'All 26 at 5:15 PM' }).click()
  await page.getByText('52 khutbahs selected').waitFor()
  const others = page.getByRole('button', { name: 'All 2 at 1:00 PM' })
  expect(await others.isDisabled()).toBe(true)
  await masjid.client.call(removeSlots, { masjidUid: 'me', slotIds: slotIds.slice(0, 1) })
  await page.getByRole('button', { name: 'Language & Note' }).click()
  await page.getByLabel('Note for the khateeb').fill('Side door')
  await page.getByRole('button', { name: 'Save' }).click()
  expect(await readAndCloseToast(page)).toMatch(/^You canceled this service today at /u)
  await page.keyboard.press('Escape')
  await page.getByText('51 khutbahs selected').waitFor()
  await others.click()
  await page.getByText('53 khutbahs selected. You can’t select any more.').waitFor()
})

test('a masjid removes the different notes of several slots at once', async () => {
  const seen = await Promise.all(slots.map((slot) => slotSeenBy(masjid, slot)))
  for (const [at, { slotId }] of seen.entries())
    await masjid.client.call(describeSlots, { masjidUid: 'me', slotIds: [slotId], note: `Door ${at}` })
  const page = await openDialogAndSelect(2)
  await page.getByRole('button', { name: 'Language & Note' }).click()
  const dialog = page.getByRole('dialog', { name: 'Language and note' })
  await dialog.getByRole('checkbox', { name: 'Remove these notes' }).check()
  expect(await dialog.getByLabel('Note for the khateeb').isDisabled()).toBe(true)
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  expect(await readAndCloseToast(page)).toBe('Saved.')
  const notes = await Promise.all(slots.map(async (slot) => (await slotSeenBy(masjid, slot)).note))
  expect(notes).toEqual(['', '', 'Door 2'])
})
