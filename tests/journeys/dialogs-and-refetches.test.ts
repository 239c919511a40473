import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { countUnreadNews } from '../../contract/news.ts'
import { openSite } from '../runtime/browser.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'
import {
  confirmKhateeb,
  postSlot,
  requestSlot,
  type Slot,
  slotSeenBy,
  withdrawFrom,
} from '../runtime/slots.ts'
import { press } from './forms.ts'
import { holdRequests } from './hold-requests.ts'
import { countRequests, runClockUntilShown, setVisibility } from './live-screens.ts'
import { gotoUntilQuiet, openAs } from './pages.ts'
import { openSlotPanel, pressInDialog, readAndCloseToast, row, slotCell } from './sections.ts'

// This site has no live updates, so only the return to the tab or to the network refetches the screen.
const site = await openSite()

let masjid: TestAccount
let yusuf: TestAccount
let bilal: TestAccount
let slot: Slot
let page: Page

beforeEach(async () => {
  masjid = await newMasjid(site.url)
  yusuf = await newKhateeb(site.url, { firstName: 'Yusuf' })
  bilal = await newKhateeb(site.url, { firstName: 'Bilal' })
  slot = await postSlot(masjid)
  await confirmKhateeb(masjid, yusuf, slot)
  page = await openAs(site, masjid)
  await page.clock.install()
  await gotoUntilQuiet(page, '/masjid-landing')
  await slotCell(page, '1:00 PM').getByText(yusuf.name).waitFor()
})

/** Opens a dialog with one of the buttons of the slot's panel. */
async function openDialogInPanel(button: string): Promise<void> {
  const panel = await openSlotPanel(page, '1:00 PM')
  await panel.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('alertdialog').waitFor()
}

/** Yusuf withdraws from the slot, and Bilal is confirmed for it. */
async function replaceYusuf(): Promise<void> {
  await withdrawFrom(yusuf, slot)
  await confirmKhateeb(masjid, bilal, slot)
}

/**
 * The user returns to the tab a minute after the last fetch. The bell then always makes its call, at the same time as any other calls of
 * the screen.
 */
async function returnToTab(): Promise<void> {
  await page.clock.fastForward(60_000)
  const counted = page.waitForResponse(`**${countUnreadNews.path}`)
  await setVisibility(page, 'visible')
  await counted
}

const absences = {
  tab: { leave: () => setVisibility(page, 'hidden'), comeBack: returnToTab },
  network: {
    leave: () => page.context().setOffline(true),
    comeBack: async () => {
      await page.clock.fastForward(60_000)
      await page.context().setOffline(false)
    },
  },
}

test.each(['tab', 'network'] as const)(
  'a return to the %s refetches no screen data until the open dialog is closed',
  async (place) => {
    const refetches = countRequests(page, /^\/masjids\/me$/u)
    await press(page, 'Add New Khutbah')
    await page.getByRole('dialog').waitFor()
    await absences[place].leave()
    await requestSlot(bilal, await postSlot(masjid, '15:00'))
    await absences[place].comeBack()
    await page.clock.runFor(10_000)
    expect(refetches()).toBe(0)
    await press(page, 'Close')
    await runClockUntilShown(page, row(page, 'Pending Requests', bilal.name))
  },
)

test('a dialog that asks to remove a khateeb does not remove another khateeb, who was confirmed while the tab was hidden', async () => {
  await openDialogInPanel('Remove Khateeb')
  await setVisibility(page, 'hidden')
  await replaceYusuf()
  await returnToTab()
  await pressInDialog(page, 'Remove Khateeb')
  expect(await readAndCloseToast(page)).toMatch(/^You approved Bilal .+ for this khutbah today at /u)
  expect(await slotSeenBy(masjid, slot)).toMatchObject({ khateebUid: bilal.uid })
})

test.each(['Remove Khateeb', 'Cancel This Service'])(
  'the dialog %s stays about the khateeb whom the screen showed when the dialog opened, even if the screen is refreshed behind it',
  async (button) => {
    await setVisibility(page, 'hidden')
    await replaceYusuf()
    const held = await holdRequests(page, '**/masjids/me?*')
    await returnToTab()
    await openDialogInPanel(button)
    const dialog = page.getByRole('alertdialog').filter({ hasText: yusuf.name })
    await dialog.waitFor()
    expect(held.count()).toBe(1)
    held.release()
    await page.getByText(bilal.name).first().waitFor({ state: 'attached' })
    expect(await dialog.count()).toBe(1)
    await pressInDialog(page, button)
    await readAndCloseToast(page)
    expect(await slotSeenBy(masjid, slot)).toMatchObject({ khateebUid: bilal.uid })
  },
)
