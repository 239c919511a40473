import type { Page, Request, Response } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { removeSlot } from '../../contract/khutbahs.ts'
import { updateMasjid, updateUser } from '../../contract/own-records.ts'
import { streamBounds } from '../../server/live/change-streams.ts'
import { openSite } from '../runtime/browser.ts'
import { dayAndDate, longDate } from '../runtime/format-dates.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'
import { deleteSessions } from '../runtime/session.ts'
import {
  approveKhateeb,
  confirmKhateeb,
  friday,
  fridayAfter,
  postSlot,
  requestSlot,
  type Slot,
  slotSeenBy,
} from '../runtime/slots.ts'
import { holdRequests } from './hold-requests.ts'
import { focusOn, hasFocus, untilFocused } from './keyboard.ts'
import { countRequests, runClockUntilShown, setVisibility, untilChangeReceived } from './live-screens.ts'
import { card, gotoUntilLive, gotoUntilQuiet, openAs } from './pages.ts'
import { openSlotPanel, row } from './sections.ts'

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

describe('live updates of open screens', () => {
  test('the masjid’s home screen shows a new request without a reload', async () => {
    page = await openAs(site, masjid, '/masjid-landing')
    await page.getByRole('main').getByText('No pending requests').waitFor()
    await requestSlot(khateeb, slot)
    const shown = row(page, 'Pending Requests', khateeb.name)
    await expect.poll(() => shown.isVisible()).toBe(true)
  })

  test('the masjid’s home screen shows a new request, and keeps the server-rendered section Nearby Khateebs while its script loads', async () => {
    page = await openAs(site, masjid)
    const script = await holdRequests(page, '**/assets/closest-khateebs-*.js')
    const panel = page.getByRole('region', { name: 'Nearby Khateebs', exact: true })
    await expect
      .poll(async () => {
        await page.goto('/masjid-landing')
        return panel.innerText()
      })
      .toContain(khateeb.name)
    const rendered = await panel.innerText()
    await requestSlot(khateeb, slot)
    await row(page, 'Pending Requests', khateeb.name).waitFor()
    expect(await panel.innerText().catch(String)).toBe(rendered)
    script.release()
    await expect.poll(() => panel.locator('[inert]').count()).toBe(0)
  })

  test('the khateeb’s home screen shows that his request was approved, without a reload', async () => {
    await requestSlot(khateeb, slot)
    page = await openAs(site, khateeb, '/dashboard')
    await row(page, 'Sent Requests to Masjids', masjid.name).waitFor()
    await approveKhateeb(masjid, khateeb, slot)
    const shown = row(page, 'Upcoming Khutbahs', masjid.name)
    await expect.poll(() => shown.isVisible()).toBe(true)
  })

  test('the screen of a khutbah shows that another khateeb was confirmed, without a reload', async () => {
    page = await openAs(site, await newKhateeb(site.url), `/khutbah/${friday}?masjid=${masjid.uid}`)
    await card(page, '1:00 PM').getByText('None').waitFor()
    await requestSlot(khateeb, slot)
    await approveKhateeb(masjid, khateeb, slot)
    const shown = card(page, '1:00 PM').getByText(khateeb.name)
    await expect.poll(() => shown.isVisible()).toBe(true)
  })

  test('a masjid’s details show a new khutbah without a reload, even if another screen was open before', async () => {
    const other = await newMasjid(site.url)
    page = await openAs(site, khateeb, `/nearby-masjids?q=${other.name.replace('Masjid ', '')}`)
    await page.getByRole('link', { name: other.name }).click()
    await page.getByRole('heading', { level: 1, name: other.name }).waitFor()
    await postSlot(other)
    const shown = page.locator(`a[href*="/khutbah/${friday}"]`)
    await expect.poll(() => shown.isVisible()).toBe(true)
  })

  test('a khateeb’s details show his new bio without a reload', async () => {
    page = await openAs(site, masjid, `/khateeb-details/${khateeb.uid}`)
    await page.getByText('No bio provided.').waitFor()
    await khateeb.client.call(updateUser, { uid: 'me', bio: 'Teaches on Sundays.' })
    const shown = page.getByText('Teaches on Sundays.')
    await expect.poll(() => shown.isVisible()).toBe(true)
  })

  test('a khateeb’s details show that he was confirmed for a newly posted date, without a reload', async () => {
    await confirmKhateeb(masjid, khateeb, slot)
    page = await openAs(site, masjid, `/khateeb-details/${khateeb.uid}`)
    await page.getByText(`This khateeb is confirmed for ${longDate(friday)}`).waitFor()
    await confirmKhateeb(masjid, khateeb, await postSlot(masjid, '13:00', fridayAfter(1)))
    const dates = page.getByRole('list', { name: 'Also confirmed at your masjid' }).getByRole('listitem')
    await expect.poll(() => dates.allInnerTexts()).toEqual([dayAndDate(fridayAfter(1))])
  })

  test('a masjid’s home screen shows the time zone as soon as it differs from the browser’s zone', async () => {
    page = await openAs(site, masjid, '/masjid-landing', 'America/Detroit')
    await row(page, 'Upcoming Khutbahs', '1:00 PM').waitFor()
    await masjid.client.call(updateMasjid, { uid: 'me', zipCode: '60601' })
    const shown = row(page, 'Upcoming Khutbahs', '1:00 PM CST')
    await expect.poll(() => shown.isVisible()).toBe(true)
  })

  test('a screen reader is told that the screen was updated', async () => {
    page = await openAs(site, masjid, '/masjid-landing')
    await page.getByRole('main').getByText('No pending requests').waitFor()
    await requestSlot(khateeb, slot)
    const status = page.getByRole('status').filter({ hasText: 'This screen was updated.' })
    await expect.poll(() => status.count()).toBe(1)
  })
})

test('a screen whose session has ended redirects to the login', async () => {
  page = await openAs(site, khateeb)
  await page.clock.install()
  await gotoUntilLive(page, '/dashboard')
  for (const text of ['No pending requests', 'See More Masjids Nearby']) await page.getByText(text).waitFor()
  // Delete the session in the database, because a call that ends it would cause a live update, which would refresh the screen.
  await deleteSessions(site.database, khateeb.uid)
  await runClockUntilLogin()
  expect(await page.getByText(khateeb.name).count()).toBe(0)
})

test('a screen whose session ended before its stream opened redirects to the login', async () => {
  page = await openAs(site, khateeb)
  await page.clock.install()
  const script = await holdRequests(page, '**/assets/member-effects-*.js')
  // Wait for the screen's last call. Otherwise a call would fail after the session has ended, and the screen would ask to sign in again.
  await gotoUntilQuiet(page, '/dashboard')
  await deleteSessions(site.database, khateeb.uid)
  script.release()
  await runClockUntilLogin()
  expect(await page.getByText(khateeb.name).count()).toBe(0)
})

test('a screen whose refresh fails because the session has ended redirects to the login', async () => {
  page = await openAs(site, khateeb)
  await page.route('**/changes?*', async (route) => {
    await page.getByText('See More Masjids Nearby').waitFor()
    await deleteSessions(site.database, khateeb.uid)
    await route.fulfill({ contentType: 'text/event-stream', body: 'data:\n\n' })
  })
  await page.goto('/dashboard')
  await page.getByRole('heading', { level: 1, name: 'Login' }).waitFor()
  expect(await page.getByText(khateeb.name).count()).toBe(0)
})

test('a screen whose session ends during a refresh redirects to the login', async () => {
  page = await openAs(site, khateeb)
  await page.route('**/changes?*', async (route) => {
    await page.getByText('See More Masjids Nearby').waitFor()
    await page.route('**/identity/session', async (session) => {
      const response = await session.fetch()
      await deleteSessions(site.database, khateeb.uid)
      await session.fulfill({ response })
    })
    await route.fulfill({ contentType: 'text/event-stream', body: 'data:\n\n' })
  })
  await page.goto('/dashboard')
  await page.getByRole('heading', { level: 1, name: 'Login' }).waitFor()
  expect(await page.getByText(khateeb.name).count()).toBe(0)
})

const isStream = (it: Request | Response) => new URL(it.url()).pathname === '/changes'

test('a screen opens its stream of live updates even if a change happens right after the screen opens', async () => {
  const other = await newMasjid(site.url)
  page = await openAs(site, khateeb)
  await page.clock.install()
  const watched: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/changes') watched.push(searchParams.get('about'))
  })
  const opened = page.waitForResponse(isStream)
  await page.goto(`/nearby-masjids?q=${other.name.replace('Masjid ', '')}`)
  await opened
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
  const closed = page.waitForEvent('requestfailed', isStream)
  await page.getByRole('link', { name: other.name }).click()
  await page.getByRole('heading', { level: 1, name: other.name }).waitFor()
  let requested: Promise<unknown> | undefined
  await Promise.race([closed, untilChangeReceived(page, () => (requested = requestSlot(khateeb, slot)))])
  await requested
  await page.clock.runFor(2_000)
  await expect.poll(() => watched).toEqual([null, other.uid])
})

test('a tab that is shown again asks only for the changes since its last refresh', async () => {
  page = await openAs(site, masjid)
  await page.clock.install()
  const asked: number[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/changes') asked.push(Number(searchParams.get('seconds')))
  })
  await page.goto('/masjid-landing')
  await expect.poll(() => asked.length).toBe(1)
  await page.clock.fastForward(10 * 60_000)
  await untilChangeReceived(page, () => requestSlot(khateeb, slot))
  await runClockUntilShown(page, row(page, 'Pending Requests', khateeb.name))
  const hideAndShow = async () => {
    await setVisibility(page, 'hidden')
    const before = asked.length
    await setVisibility(page, 'visible')
    await expect.poll(() => asked.length).toBe(before + 1)
    return asked.at(-1)
  }
  // The tab asks for the changes since the oldest response on the screen. This response is ten minutes old until the screen has refetched
  // all its data, so repeat the check.
  await expect.poll(hideAndShow).toBeLessThan(60)
})

test('the tabs of a browser share one live-update connection, and another tab opens it when the connected tab closes', async () => {
  page = await openAs(site, masjid)
  const connections = countRequests(page, /^\/changes$/u)
  await page.goto('/masjid-landing')
  await expect.poll(connections).toBe(1)
  const tab = await page.context().newPage()
  await tab.goto('/masjid-landing')
  await requestSlot(khateeb, slot)
  for (const it of [page, tab]) await row(it, 'Pending Requests', khateeb.name).waitFor()
  expect(connections()).toBe(1)

  await page.close()
  const second = await newKhateeb(site.url)
  await requestSlot(second, slot)
  await row(tab, 'Pending Requests', second.name).waitFor()
  expect(connections()).toBe(2)
})

test('a hidden tab has no live-update connection, and is refreshed when it is shown', async () => {
  page = await openAs(site, masjid)
  const connections = countRequests(page, /^\/changes$/u)
  await page.goto('/masjid-landing')
  await expect.poll(connections).toBe(1)
  await setVisibility(page, 'hidden')
  await requestSlot(khateeb, slot)
  await setVisibility(page, 'visible')
  await row(page, 'Pending Requests', khateeb.name).waitFor()
  expect(connections()).toBe(2)
})

/** Runs the page's clock until the screen has redirected to the login. */
async function runClockUntilLogin(): Promise<void> {
  while (new URL(page.url()).pathname !== '/login') {
    await page.clock.runFor(200)
    // Wait for a response, so that the page's clock does not run ahead of the server. Otherwise the page closes the stream before the
    // server refuses it.
    await page.request.get('/healthz')
  }
  await page.getByRole('heading', { level: 1, name: 'Login' }).waitFor()
}

test('the open slot panel shows what a colleague has done, and keeps the focus', async () => {
  const rival = await newKhateeb(site.url)
  await requestSlot(khateeb, slot)
  page = await openAs(site, masjid)
  await gotoUntilLive(page, '/masjid-landing')
  const panel = await openSlotPanel(page, '1:00 PM')
  const approve = panel.getByRole('button', { name: 'Approve' })
  await focusOn(approve)
  await requestSlot(rival, slot)
  await panel.getByRole('region', { name: 'Asked for this slot' }).getByText(rival.name).waitFor()
  expect(await hasFocus(approve.first())).toBe(true)
  await approveKhateeb(masjid, khateeb, slot)
  await panel.getByText('Confirmed').waitFor()
  expect(await approve.count()).toBe(0)
  expect(await hasFocus(panel.getByRole('heading').first())).toBe(true)
})

test('while the slot panel is open, it shows a message if a colleague cancels its slot', async () => {
  const { slotId } = await slotSeenBy(masjid, slot)
  page = await openAs(site, masjid)
  await gotoUntilLive(page, '/masjid-landing')
  await openSlotPanel(page, '1:00 PM')
  await masjid.client.call(removeSlot, { masjidUid: 'me', slotId })
  const message = page.getByRole('dialog', { name: 'This khutbah is over or canceled' })
  await message.waitFor()
  await untilFocused(message)
  const close = message.getByRole('button', { name: 'Close', exact: true })
  // The screen ignores presses soon after a live update, so press until the dialog is closed.
  const pressClose = async () => {
    if (await close.isVisible()) await close.click()
    return page.getByRole('dialog').count()
  }
  await expect.poll(pressClose).toBe(0)
  expect(new URL(page.url()).search).toBe('')
})
