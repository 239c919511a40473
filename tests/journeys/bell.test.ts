import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { getMasjidDetails } from '../../contract/directory.ts'
import { askForApproval, changeApprovedOnly, markKhateeb } from '../../contract/our-khateebs.ts'
import { moveSlot } from '../../contract/slot-moves.ts'
import { streamBounds } from '../../server/live/change-streams.ts'
import { openSite } from '../runtime/browser.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'
import {
  confirmByInvite,
  friday,
  fridayAfter,
  inviteKhateeb,
  postSlot,
  rejectKhateeb,
  requestSlot,
  revokeInviteOf,
  type Slot,
} from '../runtime/slots.ts'
import { newMember, newOwner } from '../runtime/team.ts'
import { press } from './forms.ts'
import { hasFocus } from './keyboard.ts'
import { gotoUntilQuiet, internalError, openAs } from './pages.ts'
import { row } from './sections.ts'

const site = await openSite({}, { streamBounds })
let masjid: TestAccount
let khateeb: TestAccount
let slot: Slot

beforeEach(async () => {
  masjid = await newMasjid(site.url)
  khateeb = await newKhateeb(site.url)
  slot = await postSlot(masjid)
})

const bell = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name, exact: true })
const list = (page: Page) => page.getByRole('region', { name: 'News', exact: true })

test('the list of news opens below the bell on a desktop, and inside the window on a tablet', async () => {
  const page = await openAs(site, khateeb, '/dashboard')
  for (const width of [1280, 768]) {
    await page.setViewportSize({ width, height: 800 })
    await bell(page, 'News').click()
    await list(page).waitFor()
    const [button, news] = [await bell(page, 'News').boundingBox(), await list(page).boundingBox()]
    if (button === null || news === null) throw new Error('The bell and its list are visible.')
    const center = button.x + button.width / 2
    expect(news.y).toBeGreaterThanOrEqual(button.y + button.height)
    expect([news.x < center, center < news.x + news.width]).toEqual([true, true])
    expect([news.x >= 0, news.x + news.width <= width]).toEqual([true, true])
    await page.keyboard.press('Escape')
    await list(page).waitFor({ state: 'hidden' })
  }
})

test('the bell counts unread news as it arrives, and opening the bell marks the news as read on all devices', async () => {
  const [page, phone] = [await openAs(site, masjid, '/masjid-landing'), await openAs(site, masjid)]
  await bell(page, 'News').waitFor()
  await requestSlot(khateeb, slot)
  await bell(page, 'News, 1 unread').waitFor()
  await phone.goto('/account')
  await bell(phone, 'News, 1 unread').waitFor()

  await bell(page, 'News, 1 unread').click()
  const item = list(page).getByRole('listitem')
  await expect.poll(() => item.innerText()).toContain(`${khateeb.name} would like to give the khutbah.`)
  await item.getByText('New', { exact: true }).waitFor()
  await bell(page, 'News').waitFor()
  await phone.reload()
  await bell(phone, 'News').waitFor()
  // This public screen has the navigation bar of the signed-in user.
  await phone.goto('/about-us')
  await bell(phone, 'News').waitFor()
  await page.keyboard.press('Escape')
  expect(await list(page).count()).toBe(0)
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('News')

  await bell(page, 'News').click()
  await list(page).getByRole('link', { name: 'News settings', exact: true }).click()
  await page.waitForURL('**/account')
  await page.getByRole('button', { name: 'News settings', exact: true }).waitFor()
})

test('unread news keeps its badge when the open list is fetched again', async () => {
  const page = await openAs(site, masjid, '/masjid-landing')
  await requestSlot(khateeb, slot)
  await bell(page, 'News, 1 unread').click()
  const badges = list(page).getByRole('listitem').getByText('New', { exact: true })
  await expect.poll(() => badges.count()).toBe(1)
  await bell(page, 'News').waitFor()
  await requestSlot(await newKhateeb(site.url), slot)
  await expect.poll(() => list(page).getByRole('listitem').count()).toBe(2)
  expect(await badges.count()).toBe(2)
})

test('a press on a news item closes the list and opens the screen with the row on which the member can act', async () => {
  await inviteKhateeb(masjid, khateeb, slot)
  const page = await openAs(site, khateeb, '/about-me')
  await bell(page, 'News, 1 unread').click()
  await list(page).getByRole('link', { name: 'Accept or reject', exact: true }).click()
  await page.waitForURL(/\/dashboard\?row=/)
  await row(page, 'Pending Requests to Give Khutbah', masjid.name).waitFor()
  expect(await list(page).count()).toBe(0)
})

test('on the dashboard, a press on news about an invite focuses the invite’s row, even if the list did not show this row yet', async () => {
  for (let week = 1; week <= 6; week += 1)
    await inviteKhateeb(masjid, khateeb, await postSlot(masjid, '13:00', fridayAfter(week)))
  const page = await openAs(site, khateeb)
  await gotoUntilQuiet(page, '/dashboard')
  await bell(page, 'News, 6 unread').click()
  await list(page).getByRole('link', { name: 'Accept or reject' }).first().click()
  const lit = page.locator('[data-lit]')
  await expect.poll(() => hasFocus(lit)).toBe(true)
  expect(await lit.innerText()).toContain(masjid.name)
  expect(await page.getByText('Further down the list').count()).toBe(0)
})

test('on the masjid’s home screen, a press on news about a request focuses the request’s row, even if the list did not show this row yet', async () => {
  await requestSlot(khateeb, slot)
  for (let week = 1; week <= 5; week += 1)
    await requestSlot(khateeb, await postSlot(masjid, '13:00', fridayAfter(week)))
  const page = await openAs(site, masjid)
  await gotoUntilQuiet(page, '/masjid-landing')
  await bell(page, 'News, 6 unread').click()
  await list(page).getByRole('link', { name: 'Approve or reject' }).first().click()
  const lit = page.locator('[data-lit]')
  await expect.poll(() => hasFocus(lit)).toBe(true)
  expect(await lit.innerText()).toContain(khateeb.name)
})

test('on the dashboard, a press on news about an invite that was revoked shows a notice', async () => {
  await inviteKhateeb(masjid, khateeb, slot)
  const page = await openAs(site, khateeb)
  await page.route('**/changes?*', (route) => route.abort())
  await gotoUntilQuiet(page, '/dashboard')
  await bell(page, 'News, 1 unread').click()
  const link = list(page).getByRole('link', { name: 'Accept or reject', exact: true })
  await link.waitFor()
  await revokeInviteOf(masjid, khateeb, slot)
  await link.click()
  await page.getByText('was already answered or is over').waitFor()
  expect(await page.locator('[data-lit]').count()).toBe(0)
})

test('a second press on the same news about an invite focuses the invite’s row again', async () => {
  await inviteKhateeb(masjid, khateeb, slot)
  const page = await openAs(site, khateeb)
  await gotoUntilQuiet(page, '/dashboard')
  for (const _ of ['first', 'second']) {
    await bell(page, 'News').or(bell(page, 'News, 1 unread')).click()
    await list(page).getByRole('link', { name: 'Accept or reject', exact: true }).click()
    await expect.poll(() => hasFocus(page.locator('[data-lit]'))).toBe(true)
  }
})

test('for a viewer, news about a request has only a link to the khutbah, and no link to answer the request', async () => {
  const app = { baseUrl: site.url, database: site.database }
  const owner = await newOwner(app)
  const viewer = await newMember(app, owner, 'viewer')
  await requestSlot(khateeb, await postSlot(owner))
  const page = await openAs(site, viewer, '/account')
  await bell(page, 'News, 1 unread').click()
  await expect
    .poll(() => list(page).getByRole('listitem').getByRole('link').allInnerTexts())
    .toEqual(['See the khutbah'])
})

test('a press on news shows the khateeb who asks for approval, even if Our Khateebs shows the results of a search for another khateeb', async () => {
  const found = await newKhateeb(site.url, { firstName: 'Dawud', lastName: 'Qasim' })
  await masjid.client.call(markKhateeb, { masjidUid: 'me', khateebUid: found.uid, mark: 'approved' })
  await masjid.client.call(changeApprovedOnly, { masjidUid: 'me', approvedOnly: true })
  const { khutbahs } = await khateeb.client.call(getMasjidDetails, { masjidId: masjid.uid })
  await khateeb.client.call(askForApproval, {
    khateebUid: 'me',
    slotId: khutbahs[0]?.times[0]?.slotId ?? '',
  })
  const page = await openAs(site, masjid)
  await gotoUntilQuiet(page, '/our-khateebs')
  await page.getByRole('searchbox').fill('dawud')
  await page.waitForURL(/q=dawud/)
  await bell(page, 'News, 1 unread').click()
  await list(page).getByRole('link', { name: 'See the khateeb', exact: true }).click()
  await page.getByRole('link', { name: khateeb.name, exact: true }).waitFor()
  // On the screen that the link opens, a button replaces the search field. A press on this button shows the field again. The field is
  // empty, because the address of the link has no search text.
  await press(page, 'Show All of Our Khateebs')
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('')
  await page.goBack()
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('dawud')
})

test('a press on news about a rejected request empties the search field of Nearby Masjids', async () => {
  await requestSlot(khateeb, slot)
  await rejectKhateeb(masjid, khateeb, slot)
  const page = await openAs(site, khateeb)
  await gotoUntilQuiet(page, '/nearby-masjids?q=zzz')
  const search = page.getByRole('searchbox')
  expect(await search.inputValue()).toBe('zzz')
  await bell(page, 'News, 1 unread').click()
  await list(page).getByRole('link', { name: 'Find another masjid', exact: true }).click()
  await page.waitForURL(/\/nearby-masjids$/)
  await expect.poll(() => search.inputValue()).toBe('')
})

test('news about an accepted invite shows that the khateeb hasn’t confirmed the slot’s new time yet', async () => {
  await confirmByInvite(masjid, khateeb, slot)
  await masjid.client.call(moveSlot, { ...slot, toDate: friday, toTime: '16:00' })
  const page = await openAs(site, masjid, '/masjid-landing')
  await bell(page, 'News, 1 unread').click()
  const item = list(page).getByRole('listitem')
  await expect.poll(() => item.innerText()).toContain('but hasn’t confirmed the new time yet.')
})

test('the news list shows an error with a retry button if it fails to load, and a message if there is no news', async () => {
  const page = await openAs(site, khateeb)
  await page.route(/\/news(\?|$)/u, (route) => route.fulfill(internalError))
  await page.goto('/dashboard')
  await bell(page, 'News').press('Enter')
  await list(page).getByRole('button', { name: 'Try Again' }).waitFor()
  await page.unroute(/\/news(\?|$)/u)
  await list(page).getByRole('button', { name: 'Try Again' }).click()
  await expect.poll(() => list(page).getByText('No news', { exact: true }).count()).toBe(1)
})
