import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSite, withPreloadedScreens } from '../runtime/browser.ts'
import { dayAndDate, longDate } from '../runtime/format-dates.ts'
import { password } from '../runtime/people.ts'
import { friday } from '../runtime/slots.ts'
import { newPair } from './every-screen.ts'
import { fill, press } from './forms.ts'
import { holdRequests } from './hold-requests.ts'
import { advanceAndPauseClock, gotoUntilQuiet, openAs, untilPainted, untilScriptsLoaded } from './pages.ts'

const siteWithoutPreload = await openSite()
const site = withPreloadedScreens(siteWithoutPreload)
const pair = await newPair(site.url)

/** Records the names of screens whose scripts the page requests from now on. */
function recordScripts(page: Page): string[] {
  const requested: string[] = []
  page.on('request', (request) => {
    const [, screen] = /\/assets\/(.+)-page-.+\.js$/.exec(request.url()) ?? []
    if (screen !== undefined) requested.push(screen)
  })
  return requested
}

const waitForTitle = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const follow = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).first().click()

/** The links that each role follows from its first screen, with the titles of the screens they open. */
const linksToFollow = {
  khateeb: [
    ['See More Masjids Nearby', 'Nearby Masjids'],
    [pair.masjid.name, pair.masjid.name],
    [longDate(friday), dayAndDate(friday)],
    ['About Me', 'About Me'],
    ['Account and Security', 'Account and Security'],
    ['About Us', 'About Us'],
  ],
  masjid: [
    ['Dashboard', pair.masjid.name],
    ['Archived Khutbahs', 'Archived Khutbahs'],
    ['Dashboard', pair.masjid.name],
    [/^(See More and Request Khateebs|Explore Other Khateebs)$/, 'Nearby Khateebs'],
    [pair.khateeb.name, pair.khateeb.name],
  ],
} as const

test.each([
  ['khateeb', '/dashboard'],
  ['masjid', '/about-me'],
] as const)(
  'a %s’s navigation requests no scripts of screens, because these scripts are preloaded',
  async (role, first) => {
    const page = await openAs(site, pair[role])
    await page.goto(first, { waitUntil: 'networkidle' })
    await untilScriptsLoaded(page, 'about-us-page')
    const requested = recordScripts(page)
    for (const [link, name] of linksToFollow[role]) {
      await follow(page, link)
      await waitForTitle(page, name)
    }
    expect(requested).toEqual([])
  },
)

test('a browser in data-saving mode loads the script of a screen only when the user opens the screen', async () => {
  const page = await openAs(siteWithoutPreload, pair.khateeb)
  const requested = recordScripts(page)
  await gotoUntilQuiet(page, '/dashboard')
  expect(requested).toEqual(['dashboard'])
  await follow(page, 'About Me')
  await waitForTitle(page, 'About Me')
  expect(requested).toEqual(['dashboard', 'about-me'])
})

test.each([
  ['khateeb', '**/users/me?*', '**/get_masjids?*', 'invite', '#invites'],
  ['masjid', '**/masjids/me?*', '**/get_khateebs?*', 'request', '#requests'],
] as const)(
  'the dashboard of a %s links to the pending proposals only when their section is shown',
  async (role, record, nearby, kind, to) => {
    const page = await openAs(site, pair[role], '/account')
    await waitForTitle(page, 'Account and Security')
    const held = await holdRequests(page, nearby)
    const responded = page.waitForResponse(record)
    await follow(page, 'Dashboard')
    await (await responded).finished()
    await untilPainted(page)
    const link = page.getByRole('link', { name: `1 ${kind} is waiting for your answer` })
    expect(await link.count()).toBe(0)
    held.release()
    await link.click()
    await expect.poll(() => page.locator(to).evaluate((it) => it === document.activeElement)).toBe(true)
  },
)

test('the link to unanswered requests focuses their section without a history entry', async () => {
  const page = await openAs(site, pair.masjid, '/about-me')
  await waitForTitle(page, 'Masjid Profile')
  await follow(page, 'Dashboard')
  await follow(page, '1 request is waiting for your answer')
  const section = page.locator('#requests')
  await expect.poll(() => section.evaluate((it) => it === document.activeElement)).toBe(true)
  await section.getByRole('button', { name: 'Approve' }).waitFor()
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
  await expect.poll(() => page.getByRole('main').evaluate((it) => it === document.activeElement)).toBe(true)
  await page.goBack()
  await waitForTitle(page, 'Masjid Profile')
})

test('the login preloads the next screen before it redirects', async () => {
  const page = await site.open()
  await page.clock.install()
  await page.goto('/login')
  await waitForTitle(page, 'Login')
  await fill(page, { Email: pair.khateeb.email, Password: password })
  // Stops the clock, so that the redirect's one-second delay does not end.
  await advanceAndPauseClock(page)
  const requested = recordScripts(page)
  await press(page, 'Login')
  await expect.poll(() => requested).toContain('dashboard')
  expect(new URL(page.url()).pathname).toBe('/login')
})
