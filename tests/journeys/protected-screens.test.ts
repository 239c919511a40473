import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { getEndedSession } from '../../contract/ended-session.ts'
import { routePatterns } from '../../contract/screen-paths.ts'
import { disableServerRendering } from '../../tools/browser/disable-server-rendering.ts'
import { everyScreen } from '../../tools/browser/sample-screens.ts'
import { openSite } from '../runtime/browser.ts'
import { dayAndDate } from '../runtime/format-dates.ts'
import { leaveDocument } from '../runtime/page-pool.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { friday, postSlot } from '../runtime/slots.ts'
import { logIn, press } from './forms.ts'
import { holdRequests } from './hold-requests.ts'
import { openAs } from './pages.ts'
import { readAndCloseToast } from './sections.ts'

const site = await openSite()
const khateeb = await newKhateeb(site.url)
const masjid = await newMasjid(site.url)
await postSlot(masjid)
/** At the end of each test, this page is signed out. */
const page = await site.open()

/** Follows a link on another site. For such a request, browsers do not send the SameSite session cookie. */
async function followExternalLink(address: string): Promise<void> {
  const elsewhere = 'http://mail.example/'
  const letter = `<a href="${new URL(address, site.url).href}">Open</a>`
  await page.route(elsewhere, (route) => route.fulfill({ contentType: 'text/html', body: letter }))
  await page.goto(elsewhere)
  await page.getByRole('link', { name: 'Open' }).click()
}

/** The heading of each screen for members, as a khateeb sees it. */
const headings: Readonly<Record<string, string>> = {
  [routePatterns.dashboard]: 'Assalamu alaikum',
  [routePatterns.nearbyMasjids]: 'Nearby Masjids',
  [routePatterns.masjidDetails]: 'Masjid',
  [routePatterns.masjidInfo]: 'Masjid',
  [routePatterns.khutbah]: dayAndDate(friday),
  [routePatterns.khateebDetails]: 'Yusuf',
  [routePatterns.aboutMe]: 'About Me',
  [routePatterns.account]: 'Account and Security',
  [routePatterns.nearbyKhateebs]: 'Nearby Khateebs',
  [routePatterns.masjidLanding]: 'This screen is for masjids',
  [routePatterns.archivedKhutbahs]: 'This screen is for masjids',
  [routePatterns.slotHistory]: 'This screen is for masjids',
  [routePatterns.members]: 'This screen is for masjids',
  [routePatterns.plan]: 'This screen is for masjids',
  [routePatterns.ourKhateebs]: 'This screen is for masjids',
  [routePatterns.myKhutbahs]: 'My Khutbahs',
  [routePatterns.availability]: 'Availability',
  [routePatterns.nearbySlots]: 'Open Near You',
}

const samples = { masjidUid: masjid.uid, khateebUid: khateeb.uid, date: friday }
const screens = everyScreen
  .filter(({ visitorKinds }) => !visitorKinds.includes('signedOut'))
  .map(({ pattern, addressFor }) => [addressFor(samples), headings[pattern] ?? 'no heading'] as const)

test.each(screens)(
  '%s without a session requests no data, redirects to the login, and redirects back after sign-in',
  async (address, heading) => {
    const requested: string[] = []
    const note = (request: Request) => {
      if (request.resourceType() === 'fetch') requested.push(new URL(request.url()).pathname)
    }
    page.on('request', note)
    await followExternalLink(address)
    await page.waitForURL((url) => url.pathname === '/login')
    page.off('request', note)
    expect(requested.filter((it) => it !== getEndedSession.path)).toEqual(['/identity/session'])
    expect(new URL(page.url()).searchParams.get('next')).toBe(address)
    await logIn(page, khateeb)
    await page.waitForURL((url) => url.pathname + url.search === address)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    await page.evaluate(() => localStorage.clear())
    await page.context().clearCookies()
    // Leave the screen, because it would make more calls.
    await leaveDocument(page)
  },
)

/** Records the URLs of the responses with an error status from now on, except those for live updates. */
function recordRefusals(page: Page): string[] {
  const refused: string[] = []
  page.on('response', (response) => {
    // Ignore refused calls for live updates, because this site has no live updates.
    const isLiveUpdate = new URL(response.url()).pathname === '/changes'
    if (response.status() >= 400 && !isLiveUpdate) refused.push(response.url())
  })
  return refused
}

test.each(screens)(
  '%s redirects to /login without a session cookie, and no call is refused',
  async (address) => {
    const refused = recordRefusals(page)
    const response = await page.goto(address, { waitUntil: 'networkidle' })
    expect(response?.request().redirectedFrom()?.url()).toBe(new URL(address, site.url).href)
    const { pathname, searchParams } = new URL(page.url())
    expect([pathname, searchParams.get('next')]).toEqual(['/login', address])
    await page.getByRole('heading', { level: 1, name: 'Login' }).waitFor()
    expect(refused).toEqual([])
  },
)

test.each([
  ['a masjid', '/about-me', '/masjids/me', 'Masjid Profile'],
  ['a khateeb', '/about-me', '/users/me', 'About Me'],
  ['a masjid', '/nearby-khateebs', '/masjids/me', 'Nearby Khateebs'],
  ['a khateeb', '/nearby-khateebs', '/get_khateebs', 'Nearby Khateebs'],
])(
  'when %s opens %s, no call is refused, and a reload requests %s in parallel with the session',
  async (who, screen, path, title) => {
    const page = await openAs(site, who === 'a masjid' ? masjid : khateeb)
    const refused = recordRefusals(page)
    const heading = page.getByRole('heading', { level: 1, name: title })
    await page.goto(screen, { waitUntil: 'networkidle' })
    await heading.waitFor()

    await disableServerRendering(page)
    const held = await holdRequests(page, '**/identity/session')
    const requested = page.waitForRequest((request) => new URL(request.url()).pathname === path)
    await page.reload({ waitUntil: 'commit' })
    await requested
    await expect.poll(held.count).toBe(1)
    expect(await heading.count()).toBe(0)
    held.release()
    await heading.waitFor()
    await page.waitForLoadState('networkidle')
    expect(refused).toEqual([])
    await page.context().close()
  },
)

test.each([
  ['a khateeb', '/masjid-landing', 'This screen is for masjids'],
  ['a khateeb', '/archived-khutbahs', 'This screen is for masjids'],
  ['a masjid', '/dashboard', 'This screen is for khateebs'],
])('%s who opens %s sees an error without a refused call', async (who, screen, title) => {
  const page = await openAs(site, who === 'a masjid' ? masjid : khateeb)
  const refused = recordRefusals(page)
  for (const open of [() => page.goto(screen), () => page.reload()]) {
    await open()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.waitForLoadState('networkidle')
  }
  expect(refused).toEqual([])
  await page.context().close()
})

test('the home screen of the other role shows an error and a link to the caller’s own home screen', async () => {
  const masjidPage = await openAs(site, masjid, '/dashboard')
  expect(await readAndCloseToast(masjidPage)).toBe('No user data found.')
  const page = await openAs(site, khateeb, '/masjid-landing')
  expect(await readAndCloseToast(page)).toBe('No masjid data found.')
  await page.getByRole('link', { name: 'Go to My Dashboard' }).click()
  await page.waitForURL('**/dashboard')
})

test.each([
  ['a khateeb', '/masjid-landing', '**/masjids/me?*', 'This screen is for masjids'],
  ['a masjid', '/dashboard', '**/users/me?*', 'This screen is for khateebs'],
])(
  '%s who opens %s, the home screen of the other role, sees no buttons, even before the server refuses the data',
  async (who, screen, data, title) => {
    const page = await openAs(site, who === 'a masjid' ? masjid : khateeb)
    await disableServerRendering(page)
    // The screen never receives the server's refusal.
    await holdRequests(page, data)
    await page.goto(screen)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await expect.poll(() => page.getByRole('main').getByRole('button').allInnerTexts()).toEqual([])
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
)

test('logging out clears localStorage', async () => {
  const page = await openAs(site, masjid, '/about-me')
  await page.getByRole('heading', { level: 1, name: 'Masjid Profile' }).waitFor()
  await press(page, 'Logout')
  await page.waitForURL('**/login')
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual([])
})
