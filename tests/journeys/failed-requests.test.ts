import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { disableServerRendering } from '../../tools/browser/disable-server-rendering.ts'
import { openSite } from '../runtime/browser.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import {
  confirmKhateeb,
  friday,
  fridayAfter,
  inviteKhateeb,
  postSlot,
  requestSlot,
  type Slot,
} from '../runtime/slots.ts'
import { holdRequests } from './hold-requests.ts'
import { gotoUntilQuiet, internalError, openAs } from './pages.ts'
import { pressInDialog, row, selectSlot } from './sections.ts'

const site = await openSite()
const masjid = await newMasjid(site.url)
const khateeb = await newKhateeb(site.url)
const masjidPage = await openAs(site, masjid)
const khateebPage = await openAs(site, khateeb)

const unavailableResponse = { status: 503, json: { error: 'Unavailable.', code: 'unavailable' } }
const slotTakenResponse = { status: 409, json: { error: 'Taken.', code: 'slot_taken' } }

function alert(page: Page, text: string) {
  return page.getByRole('alert').getByText(text, { exact: true })
}

describe('screens whose data fails to load', () => {
  const failedMasjids = 'Error fetching nearby masjids. Please try again later.'
  const failedDetails = 'Error loading masjid details. Please try again later.'
  const failedRecord = 'Error fetching masjid data. Please try again later.'
  test.each([
    ['khateeb', '/dashboard', '/users/me', 'Error fetching user data. Please try again later.'],
    ['khateeb', '/dashboard', '/get_my_khutbahs', 'Error fetching your khutbahs. Please try again later.'],
    ['khateeb', '/dashboard', '/get_masjids', failedMasjids],
    ['khateeb', '/dashboard', '/users/me/open_slots', 'Error fetching open slots. Please try again later.'],
    [
      'khateeb',
      '/my-khutbahs',
      '/users/me/past_khutbahs',
      'Error fetching your khutbahs. Please try again later.',
    ],
    [
      'khateeb',
      '/nearby-slots',
      '/users/me/open_slots',
      'Error fetching open slots. Please try again later.',
    ],
    ['khateeb', '/about-me', '/users/me', 'Error fetching user data. Please try again later.'],
    ['masjid', '/masjid-landing', '/masjids/me', failedRecord],
    ['masjid', '/masjid-landing', '/get_khateebs', 'Failed to fetch nearby khateebs.'],
    ['masjid', '/archived-khutbahs', '/masjids/me/archived_khutbahs', 'Failed to fetch khutbahs.'],
    ['masjid', `/khateeb-details/${khateeb.uid}`, '/get_khateeb_details/', 'Failed to fetch khateebs.'],
    ['masjid', `/khateeb-details/${khateeb.uid}`, '/masjids/me', failedRecord],
    ['masjid', `/khutbah/${friday}?masjid=${masjid.uid}`, '/get_masjid_details/', failedDetails],
    ['khateeb', '/nearby-masjids', '/get_masjids', failedMasjids, 'no response'],
    ['khateeb', '/nearby-khateebs', '/get_khateebs', 'Failed to fetch nearby khateebs.', 'no response'],
    ['khateeb', `/masjid-details/${masjid.uid}`, '/get_masjid_details', failedDetails, 'no response'],
  ])(
    'for a %s on %s, a failed call to %s shows “%s” and can be retried',
    async (who, screen, path, text, failure = 'an internal error') => {
      const page = who === 'masjid' ? masjidPage : khateebPage
      await postSlot(masjid)
      await disableServerRendering(page)
      const isCall = (url: URL) => url.pathname.startsWith(path)
      await page.route(isCall, (route) =>
        failure === 'no response' ? route.abort() : route.fulfill(internalError),
      )
      await page.goto(screen)
      await alert(page, text).first().waitFor()
      await page.unroute(isCall)
      const main = page.getByRole('main')
      await main.getByRole('button', { name: 'Try Again' }).first().click()
      await expect.poll(() => main.getByText(text).count()).toBe(0)
      // The retry button is gone; the heading above it has the focus.
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toMatch(/^H[123]$/u)
    },
  )
})

describe('home screens with a failed section', () => {
  test.each([
    ['khateeb', '/get_my_khutbahs', ['Masjids Near You', 'Sent Requests to Masjids']],
    ['khateeb', '/get_masjids', ['Upcoming Khutbahs', 'Pending Requests to Give Khutbah']],
    ['khateeb', '/users/me/open_slots', ['Upcoming Khutbahs', 'Masjids Near You']],
    ['khateeb', '/users/me', ['Upcoming Khutbahs', 'Masjids Near You']],
    ['masjid', '/get_khateebs', ['Upcoming Khutbahs', 'Pending Requests', 'Sent Requests']],
    ['masjid', '/masjids/me', ['Nearby Khateebs']],
  ])('the home screen of a %s shows its other sections if the call %s fails', async (who, path, others) => {
    const page = who === 'masjid' ? masjidPage : khateebPage
    await disableServerRendering(page)
    const isCall = (url: URL) => url.pathname === path
    await page.route(isCall, (route) => route.fulfill(internalError))
    await page.goto(who === 'masjid' ? '/masjid-landing' : '/dashboard')
    const main = page.getByRole('main')
    await main.getByRole('button', { name: 'Try Again' }).first().waitFor()
    for (const name of others) {
      const part = page.getByRole('region', { name, exact: true })
      await part.waitFor()
      await expect.poll(() => part.getByRole('button', { name: 'Try Again' }).count()).toBe(0)
      await expect.poll(() => part.getByLabel('Loading…').count()).toBe(0)
    }
    await page.unroute(isCall)
    await main.getByRole('button', { name: 'Try Again' }).first().click()
    await expect.poll(() => main.getByRole('button', { name: 'Try Again' }).count()).toBe(0)
  })
})

describe('failed actions', () => {
  let slot: Slot
  /** Each test posts its slot at another hour, because the proposals of earlier tests remain. */
  let hour = 0
  beforeEach(async () => {
    hour += 1
    slot = await postSlot(masjid, `${String(hour).padStart(2, '0')}:00`, fridayAfter(1))
  })

  const invite = () => inviteKhateeb(masjid, khateeb, slot)
  const request = () => requestSlot(khateeb, slot)
  const confirm = () => confirmKhateeb(masjid, khateeb, slot)

  const invites = 'Pending Requests to Give Khutbah'
  const requests = 'Pending Requests'
  const sentRequests = 'Sent Requests to Masjids'
  const upcoming = 'Upcoming Khutbahs'
  test.each([
    ['khateeb', 'Accept', invites, 'Failed to accept invite. Please try again.', 'accept_invite', invite],
    ['khateeb', 'Reject', invites, 'Error rejecting invite. Please try again.', 'reject_invite', invite],
    ['khateeb', 'Revoke', sentRequests, 'Error revoking request.', 'revoke_sent_request', request],
    ['masjid', 'Approve', requests, 'Failed to approve request.', 'approve_request_full', request],
    ['masjid', 'Reject', requests, 'Failed to reject request.', 'reject_request_full', request],
    ['masjid', 'Revoke', 'Sent Requests', 'Failed to revoke invite.', 'revoke_invite', invite],
    ['masjid', 'Remove Khateeb', upcoming, 'Failed to remove khateeb.', 'remove_khateeb', confirm],
  ])(
    'a failed action of a %s can be repeated: %s in %s (%s)',
    async (who, button, section, text, path, prepare) => {
      await prepare()
      const page = who === 'masjid' ? masjidPage : khateebPage
      await page.goto(who === 'masjid' ? '/masjid-landing' : '/dashboard')
      const callUrl = `**/${path}`
      await page.route(callUrl, (route) => route.fulfill(internalError))
      const action = row(page, section, `${hour}:00 AM`).getByRole('button', { name: button, exact: true })
      const act = async () => {
        await action.click()
        if (button === 'Remove Khateeb') await pressInDialog(page, button)
      }
      await act()
      await alert(page, text).waitFor()
      await page.unroute(callUrl)
      if (button === 'Remove Khateeb') await pressInDialog(page, button)
      else await act()
      await expect.poll(() => action.count()).toBe(0)
    },
  )

  test.each([
    ['no response', undefined, 'Error sending invite. Please try again.'],
    ['an internal error', internalError, 'Failed to send invite: Unknown error'],
    ['an unavailable server', unavailableResponse, 'Invite failed.'],
    ['a filled slot', slotTakenResponse, 'Failed to send invite: This slot already has a khateeb.'],
  ])('an invite that fails with %s shows the error message for this failure', async (_, response, text) => {
    await masjidPage.goto('/nearby-khateebs')
    await masjidPage.route('**/request_khateeb', (route) =>
      response === undefined ? route.abort() : route.fulfill(response),
    )
    await selectSlot(masjidPage, fridayAfter(1), `${hour}:00 AM`)
    // The badge moves the button down, so a press before the badge appears could miss the button.
    const badge = masjidPage.getByText(/^(?:Free|Beyond their limits)$/u)
    await badge.first().waitFor()
    await masjidPage.getByRole('button', { name: 'Request This Khateeb' }).first().click()
    await expect.poll(() => alert(masjidPage, text).isVisible()).toBe(true)
    await masjidPage.unroute('**/request_khateeb')
  })
})

test('an action fails if neither its call nor the retry has a response within 30 s', async () => {
  await inviteKhateeb(masjid, khateeb, await postSlot(masjid, '23:00', fridayAfter(1)))
  const page = await openAs(site, khateeb)
  await gotoUntilQuiet(page, '/dashboard')
  // Let the test itself end the time limit of the latest call (`endTimeLimit`), instead of waiting 30 s.
  await page.evaluate(`
    AbortSignal.timeout = (limit) => {
      const controller = new AbortController()
      globalThis.endTimeLimit = () => {
        controller.abort()
        return limit
      }
      return controller.signal
    }`)
  const held = await holdRequests(page, '**/accept_invite')
  const accept = page
    .getByRole('listitem')
    .filter({ hasText: '11:00 PM' })
    .getByRole('button', { name: 'Accept' })
  await accept.click()
  for (const attempt of [1, 2]) {
    await expect.poll(held.count).toBe(attempt)
    expect(await page.evaluate('endTimeLimit()')).toBe(30_000)
  }
  await alert(page, 'Failed to accept invite. Please try again.').waitFor()
  await page.getByText('Network error. Please check your connection.').waitFor()
  await expect.poll(() => accept.getAttribute('aria-busy')).toBe(null)
})

test('a khateeb’s details show an error with a retry button if his confirmed dates fail to load', async () => {
  const host = await newMasjid(site.url)
  const guest = await newKhateeb(site.url)
  // The card with the phone number shows the first date. The list of confirmed dates, which fails to load, would have only the second date.
  await confirmKhateeb(host, guest, await postSlot(host))
  await confirmKhateeb(host, guest, await postSlot(host, '13:00', fridayAfter(1)))
  const page = await openAs(site, host)
  await disableServerRendering(page)
  const address = '**/check_khateeb_assignment'
  await page.route(address, (route) => route.fulfill(internalError))
  await page.goto(`/khateeb-details/${guest.uid}`)
  await alert(
    page,
    'Error fetching this khateeb’s confirmed dates at your masjid. Please try again later.',
  ).waitFor()
  await page.unroute(address)
  await page.getByRole('button', { name: 'Try Again' }).click()
  const dates = page.getByRole('list', { name: 'Also confirmed at your masjid' })
  await expect.poll(() => dates.getByRole('listitem').count()).toBe(1)
})

test('a masjid with a cached record can post a khutbah while the refetch fails', async () => {
  const page = await openAs(site, masjid, '/masjid-landing')
  await page.getByRole('button', { name: 'Add New Khutbah' }).click()
  const addButton = page.getByRole('button', { name: 'Add Khutbah', exact: true })
  await addButton.waitFor()
  await page.route('**/masjids/me?*', (route) => route.fulfill(internalError))
  const refused = page.waitForResponse((it) => it.url().includes('/masjids/me?') && it.status() === 500)
  await addButton.click()
  await refused
  await addButton.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Add New Khutbah' }).click()
  await expect.poll(() => addButton.isVisible()).toBe(true)
})

test('an offline screen shows an error, and loads when the browser is online again', async () => {
  const page = await openAs(site, masjid, '/masjid-about-us')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.route('**/masjids/me?*', (route) => route.abort())
  await page.evaluate(() => window.dispatchEvent(new Event('offline')))
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await alert(page, 'Error fetching masjid data. Please try again later.').first().waitFor()
  await page.unroute('**/masjids/me?*')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await page.getByRole('heading', { name: 'Upcoming Khutbahs' }).waitFor()
  await expect.poll(() => page.getByRole('main').getByText('Error fetching masjid data.').count()).toBe(0)
})

test('a screen shows a network error in place of an optional part whose script cannot be loaded, and otherwise works', async () => {
  const owner = await newMasjid(site.url)
  const confirmed = await newKhateeb(site.url)
  await confirmKhateeb(owner, confirmed, await postSlot(owner))
  const page = await openAs(site, confirmed)
  await page.route('**/assets/confirmed-khateeb-buttons-*', (route) => route.abort())
  await page.goto(`/khutbah/${friday}?masjid=${owner.uid}`)
  const main = page.getByRole('main')
  await main.getByText('Network error. Please check your connection.').waitFor()
  expect(await main.getByRole('link', { name: 'Add to Calendar' }).isVisible()).toBe(true)
})

test('a screen whose session cannot be loaded shows an error and can retry', async () => {
  const text = 'Error fetching user data. Please try again later.'
  const page = await openAs(site, khateeb)
  await disableServerRendering(page)
  await page.route('**/identity/session', (route) => route.fulfill(internalError))
  await page.goto('/nearby-masjids?q=Mills')
  await page.getByRole('heading', { name: 'This screen didn’t open' }).waitFor()
  await alert(page, text).waitFor()
  const main = page.getByRole('main')
  await main.getByText('Something went wrong on our side. Please try again.').waitFor()
  const refused = page.waitForResponse('**/identity/session')
  await main.getByRole('button', { name: 'Try Again' }).click()
  await refused
  // The toast of the second failure replaces the toast of the first failure.
  await expect.poll(() => page.locator('.Toastify__toast').count()).toBe(1)

  await page.unroute('**/identity/session')
  await main.getByRole('button', { name: 'Try Again' }).click()
  await expect.poll(() => page.getByLabel('Search masjids by name or city').inputValue()).toBe('Mills')
  expect(new URL(page.url()).search).toBe('?q=Mills')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
})
