import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { updateUser } from '../../contract/directory.ts'
import { streamBounds } from '../../server/live/change-streams.ts'
import { openSite } from '../runtime/browser.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'
import { confirmKhateeb, inviteKhateeb, postSlot, requestSlot, type Slot } from '../runtime/slots.ts'
import { press } from './forms.ts'
import { countRequests, runClockUntil, runClockUntilShown, untilChangeReceived } from './live-screens.ts'
import { card, openAs, pauseClock } from './pages.ts'
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

/** Another masjid invites the khateeb. Resolves half a minute, by the page's clock, after the screen has heard of it. */
async function inviteFromOther(): Promise<TestAccount> {
  const other = await newMasjid(site.url)
  const slotOfOther = await postSlot(other, '15:00')
  await untilChangeReceived(page, () => inviteKhateeb(other, khateeb, slotOfOther))
  await page.clock.runFor(30_000)
  return other
}

const inviteOf = (person: TestAccount) => row(page, 'Pending Requests to Give Khutbah', person.name)

describe('nothing moves', () => {
  let refreshes: () => number

  /** Opens the khateeb's home, with an invite, and shows all changes so far. */
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

  test('while a button is pressed', async () => {
    await inviteOf(masjid).getByRole('button', { name: 'Accept' }).hover()
    await page.mouse.down()
    // An earlier change may have refreshed the screen before the press.
    const before = refreshes()
    const other = await inviteFromOther()
    expect(refreshes()).toBe(before)
    await page.mouse.move(0, 0)
    await page.mouse.up()
    await runClockUntilShown(page, inviteOf(other))
  })

  test('while a dialog is open', async () => {
    const mine = await newMasjid(site.url)
    await confirmKhateeb(mine, khateeb, await postSlot(mine, '17:00'))
    await runClockUntilShown(page, page.getByRole('button', { name: 'Withdraw' }))
    // A press right after the change would not count.
    await page.clock.runFor(1_000)
    await press(page, 'Withdraw')
    await page.getByRole('alertdialog').waitFor()
    const before = refreshes()
    const other = await inviteFromOther()
    expect(refreshes()).toBe(before)
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await runClockUntilShown(page, inviteOf(other))
  })

  test('under a finger that presses right after a change', async () => {
    await pauseClock(page)
    const accept = inviteOf(masjid).getByRole('button', { name: 'Accept' })
    const place = await accept.boundingBox()
    const [x, y] = [(place?.x ?? 0) + 10, (place?.y ?? 0) + 10]
    const accepted = countRequests(page, /^\/accept_invite$/u)
    const earlier = await newMasjid(site.url)
    const shown = inviteOf(earlier).getByRole('button', { name: 'Accept' })
    await inviteKhateeb(earlier, khateeb, await postSlot(earlier, '11:00'))
    await runClockUntilShown(page, shown)
    await page.mouse.click(x, y)
    await page.clock.runFor(1_000)
    expect(accepted()).toBe(0)
    await shown.click()
    await expect.poll(accepted).toBe(1)
  })

  test('while an answer is under way and the user begins to press', async () => {
    await page.route(
      /\/users\/me/u,
      async (route) => {
        await page.mouse.down()
        await route.continue()
      },
      { times: 1 },
    )
    const answered = page.waitForResponse(/\/users\/me/u)
    const other = await newMasjid(site.url)
    await inviteKhateeb(other, khateeb, await postSlot(other, '15:00'))
    await runClockUntil(page, answered)
    await page.clock.runFor(30_000)
    expect(await inviteOf(other).count()).toBe(0)
    expect(refreshes()).toBe(1)
    await page.mouse.up()
    await runClockUntilShown(page, inviteOf(other))
  })
})

test('a search that has the focus doesn’t keep its list from being refreshed', async () => {
  page = await openAs(site, masjid, `/nearby-khateebs?q=${encodeURIComponent(khateeb.name)}`)
  await selectSlot(page)
  await page.getByRole('searchbox').focus()
  await requestSlot(khateeb, slot)
  await card(page, khateeb.name).getByText('Has asked for this slot').waitFor()
  expect(await page.getByRole('searchbox').inputValue()).toBe(khateeb.name)
})

test('a press in a dialog that was opened right after a change counts', async () => {
  page = await openAs(site, masjid)
  await page.clock.install()
  await page.goto('/masjid-landing')
  await page.getByRole('main').getByText('No pending requests').waitFor()
  await pauseClock(page)
  await requestSlot(khateeb, slot)
  await runClockUntilShown(page, row(page, 'Pending Requests', khateeb.name))
  await press(page, 'Add New Khutbah')
  const dialog = page.getByRole('dialog')
  await runClockUntilShown(page, dialog)
  await press(page, 'Close')
  await page.clock.runFor(2_000)
  expect(await dialog.count()).toBe(0)
})

test('a press counts after scrolling right after a change', async () => {
  page = await openAs(site, khateeb)
  await page.setViewportSize({ width: 390, height: 500 })
  await page.clock.install()
  await page.goto('/dashboard')
  const link = page.getByRole('link', { name: 'See More Masjids Nearby' })
  await link.waitFor()
  await pauseClock(page)
  await khateeb.client.call(updateUser, { uid: 'me', firstName: 'Idris' })
  await runClockUntilShown(page, page.getByText('This screen was updated.'))
  // Playwright scrolls to it.
  await link.click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/nearby-masjids')
})
