import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { updateUser } from '../../contract/own-records.ts'
import { streamBounds } from '../../server/live/change-streams.ts'
import { openSite } from '../runtime/browser.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'
import {
  confirmKhateeb,
  fridayAfter,
  inviteKhateeb,
  postSlot,
  requestSlot,
  type Slot,
} from '../runtime/slots.ts'
import { press } from './forms.ts'
import { type Held, holdRequests } from './hold-requests.ts'
import {
  countRequests,
  reportChange,
  runClockUntil,
  runClockUntilShown,
  untilChangeReceived,
} from './live-screens.ts'
import { advanceAndPauseClock, card, gotoUntilQuiet, openAs } from './pages.ts'
import { row, selectSlot } from './sections.ts'

let masjid: TestAccount
let khateeb: TestAccount
let slot: Slot
let page: Page

const site = await openSite({}, { streamBounds })

beforeEach(async () => {
  masjid = await newMasjid(site.url)
  khateeb = await newKhateeb(site.url)
  slot = await postSlot(masjid)
})

/** Another masjid invites the khateeb. Resolves half a minute (of the page's clock) after the screen has received the live update. */
async function letAnotherMasjidInvite(): Promise<TestAccount> {
  const other = await newMasjid(site.url)
  const slotOfOther = await postSlot(other, '15:00')
  await untilChangeReceived(page, () => inviteKhateeb(other, khateeb, slotOfOther))
  await page.clock.runFor(30_000)
  return other
}

const inviteRow = (person: TestAccount) => row(page, 'Pending Requests to Give Khutbah', person.name)

describe('screens during a live update', () => {
  let refreshes: () => number

  /** Opens the khateeb's home screen with an invite. Waits until the screen has shown all earlier changes. */
  beforeEach(async () => {
    await inviteKhateeb(masjid, khateeb, slot)
    page = await openAs(site, khateeb)
    await page.clock.install()
    await page.goto('/dashboard')
    const banner = page.getByRole('link', { name: 'Complete Profile' })
    await banner.waitFor()
    await untilChangeReceived(page, () =>
      khateeb.client.call(updateUser, { uid: 'me', bio: 'Teaches on Sundays.' }),
    )
    await runClockUntil(page, banner.waitFor({ state: 'detached' }))
    refreshes = countRequests(page, /^\/users\/me$/u)
  })

  test('a screen is not refreshed while a button is pressed', async () => {
    await inviteRow(masjid).getByRole('button', { name: 'Accept' }).hover()
    await page.mouse.down()
    // Count from here, because an earlier change may have refreshed the screen before the press.
    const before = refreshes()
    const other = await letAnotherMasjidInvite()
    expect(refreshes()).toBe(before)
    await page.mouse.move(0, 0)
    await page.mouse.up()
    await runClockUntilShown(page, inviteRow(other))
  })

  test('a screen is not refreshed while a dialog is open', async () => {
    const mine = await newMasjid(site.url)
    await confirmKhateeb(mine, khateeb, await postSlot(mine, '17:00'))
    await runClockUntilShown(page, page.getByRole('button', { name: 'Withdraw' }))
    // Wait, because the screen ignores a press right after the change.
    await page.clock.runFor(1_000)
    await press(page, 'Withdraw')
    await page.getByRole('alertdialog').waitFor()
    const before = refreshes()
    const other = await letAnotherMasjidInvite()
    expect(refreshes()).toBe(before)
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await runClockUntilShown(page, inviteRow(other))
  })

  test('a button that a live update has just moved under the pointer ignores a press', async () => {
    await advanceAndPauseClock(page)
    const accept = inviteRow(masjid).getByRole('button', { name: 'Accept' })
    const place = await accept.boundingBox()
    const [x, y] = [(place?.x ?? 0) + 10, (place?.y ?? 0) + 10]
    const accepted = countRequests(page, /^\/accept_invite$/u)
    const earlier = await newMasjid(site.url)
    const shown = inviteRow(earlier).getByRole('button', { name: 'Accept' })
    await inviteKhateeb(earlier, khateeb, await postSlot(earlier, '11:00'))
    await runClockUntilShown(page, shown)
    await page.mouse.click(x, y)
    await page.clock.runFor(1_000)
    expect(accepted()).toBe(0)
    await shown.click()
    await expect.poll(accepted).toBe(1)
  })

  test('a screen does not show a refresh while the user presses, even if the press began while the refresh was loading', async () => {
    await page.route(
      /\/users\/me/u,
      async (route) => {
        await page.mouse.down()
        await route.continue()
      },
      { times: 1 },
    )
    const responded = page.waitForResponse(/\/users\/me/u)
    const other = await newMasjid(site.url)
    await inviteKhateeb(other, khateeb, await postSlot(other, '15:00'))
    await runClockUntil(page, responded)
    await page.clock.runFor(30_000)
    expect(await inviteRow(other).count()).toBe(0)
    expect(refreshes()).toBe(1)
    await page.mouse.up()
    await runClockUntilShown(page, inviteRow(other))
  })
})

const dates = () => page.getByRole('main').getByRole('heading', { level: 3 })
const openSlots = () => page.getByRole('main').getByRole('button', { name: 'Request to Lead' })
const refreshAddress = /get_masjid_details\/[^?]*\?khutbahs=8$/u

async function pressShowMore(): Promise<void> {
  await page.getByRole('button', { name: 'Show More' }).click()
  await page.mouse.move(0, 0)
}

/**
 * Opens the details of a masjid with ten Fridays, of which the screen shows eight. Fills the first slot, and holds the refresh that
 * follows. Returns the held refresh.
 */
async function holdLiveUpdate(): Promise<Held> {
  for (let week = 1; week < 10; week += 1) await postSlot(masjid, '13:00', fridayAfter(week))
  page = await openAs(site, khateeb)
  await page.route('**/changes*', (route) => route.abort())
  await page.clock.install()
  await gotoUntilQuiet(page, `/masjid-details/${masjid.uid}`)
  await expect.poll(() => openSlots().count()).toBe(8)
  await confirmKhateeb(masjid, await newKhateeb(site.url), slot)
  const refresh = await holdRequests(page, refreshAddress)
  await reportChange(page)
  await expect.poll(refresh.count).toBe(1)
  return refresh
}

describe('a live update during Show More', () => {
  test('is shown if the refresh arrives after the next page of the list', async () => {
    const refresh = await holdLiveUpdate()
    await pressShowMore()
    await expect.poll(() => dates().count()).toBe(10)
    await page.clock.runFor(5_000)
    refresh.release()
    await expect.poll(() => openSlots().count()).toBe(9)
  })

  test('is shown if the refresh arrives before the next page of the list', async () => {
    const refresh = await holdLiveUpdate()
    const newPage = await holdRequests(page, /get_masjid_details.*cursor/u)
    await pressShowMore()
    await expect.poll(newPage.count).toBe(1)
    await page.clock.runFor(5_000)
    const refreshed = page.waitForResponse(refreshAddress)
    refresh.release()
    await (await refreshed).finished()
    newPage.release()
    await expect.poll(() => dates().count()).toBe(10)
    await expect.poll(() => openSlots().count()).toBe(9)
  })
})

test('a list is refreshed even while its search field has the focus', async () => {
  page = await openAs(site, masjid, `/nearby-khateebs?q=${encodeURIComponent(khateeb.name)}`)
  await selectSlot(page)
  await page.getByRole('searchbox').focus()
  await requestSlot(khateeb, slot)
  await card(page, khateeb.name).getByText('Has asked for this slot').waitFor()
  expect(await page.getByRole('searchbox').inputValue()).toBe(khateeb.name)
})

test('a press in a dialog that was opened right after a live update is not ignored', async () => {
  page = await openAs(site, masjid)
  await page.clock.install()
  await page.goto('/masjid-landing')
  await page.getByRole('main').getByText('No pending requests').waitFor()
  await advanceAndPauseClock(page)
  await requestSlot(khateeb, slot)
  await runClockUntilShown(page, row(page, 'Pending Requests', khateeb.name))
  await press(page, 'Add New Khutbah')
  const dialog = page.getByRole('dialog')
  await runClockUntilShown(page, dialog)
  await press(page, 'Close')
  await page.clock.runFor(2_000)
  expect(await dialog.count()).toBe(0)
})

test('a press immediately after a live update is not ignored if its target has moved only because the user scrolled', async () => {
  page = await openAs(site, khateeb)
  await page.setViewportSize({ width: 390, height: 500 })
  await page.clock.install()
  await page.goto('/dashboard')
  const link = page.getByRole('link', { name: 'See More Masjids Nearby' })
  await link.waitFor()
  await advanceAndPauseClock(page)
  await khateeb.client.call(updateUser, { uid: 'me', firstName: 'Idris' })
  await runClockUntilShown(page, page.getByText('This screen was updated.'))
  // The click also scrolls, because Playwright first scrolls to the link.
  await link.click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/nearby-masjids')
})
