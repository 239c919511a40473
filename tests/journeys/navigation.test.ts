import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSite } from '../runtime/browser.ts'
import { dayAndDate, longDate } from '../runtime/format-dates.ts'
import { password } from '../runtime/people.ts'
import { friday } from '../runtime/slots.ts'
import { pauseClock } from './browser-clock.ts'
import { newPair } from './every-screen.ts'
import { fill, press } from './forms.ts'
import { holdRequests } from './hold-requests.ts'
import { openAs, untilPainted, untilScriptsLoaded } from './pages.ts'

const site = await openSite()
const pair = await newPair(site.url)

/** Records the screens whose scripts a page requests from now on. */
function recordScripts(page: Page): string[] {
  const requested: string[] = []
  page.on('request', (request) => {
    const [, screen] = /\/assets\/(.+)-page-.+\.js$/.exec(request.url()) ?? []
    if (screen !== undefined) requested.push(screen)
  })
  return requested
}

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const follow = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).first().click()

test('a khateeb’s screens load no scripts on navigation, since they are preloaded', async () => {
  const page = await openAs(site, pair.khateeb)
  await page.goto('/dashboard', { waitUntil: 'networkidle' })
  await untilScriptsLoaded(page, 'slot-history-page')
  const requested = recordScripts(page)
  await follow(page, 'See More Masjids Nearby')
  await title(page, 'Nearby Masjids')
  await follow(page, pair.masjid.name)
  await title(page, pair.masjid.name)
  await follow(page, longDate(friday))
  await title(page, dayAndDate(friday))
  await follow(page, 'About Me')
  await title(page, 'About Me')
  await follow(page, 'Account and security')
  await title(page, 'Account and security')
  await follow(page, 'About Us')
  await title(page, 'About Us')
  expect(requested).toEqual([])
})

test('a masjid’s screens load no scripts on navigation, since they are preloaded', async () => {
  const page = await openAs(site, pair.masjid)
  await page.goto('/about-me', { waitUntil: 'networkidle' })
  await untilScriptsLoaded(page, 'slot-history-page')
  const requested = recordScripts(page)
  await follow(page, 'Dashboard')
  await title(page, pair.masjid.name)
  await follow(page, 'Archived Khutbahs')
  await title(page, 'Archived Khutbahs')
  await follow(page, 'Dashboard')
  await follow(page, /^(See More and Request Khateebs|Explore Other Khateebs)$/)
  await title(page, 'Nearby Khateebs')
  await follow(page, pair.khateeb.name)
  await title(page, pair.khateeb.name)
  expect(requested).toEqual([])
})

test.each([
  ['khateeb', '**/users/me?*', '**/get_masjids?*', '#invites'],
  ['masjid', '**/masjids/me?*', '**/get_khateebs?*', '#requests'],
] as const)(
  'the dashboard of a %s links to pending answers only when the section below is loaded',
  async (role, record, nearby, to) => {
    const page = await openAs(site, pair[role], '/account')
    await title(page, 'Account and security')
    const held = await holdRequests(page, nearby)
    const answered = page.waitForResponse(record)
    await follow(page, 'Dashboard')
    await (await answered).finished()
    await untilPainted(page)
    const link = page.getByRole('link', { name: '1 request waits for your answer' })
    expect(await link.count()).toBe(0)
    held.release()
    await link.click()
    await expect.poll(() => page.locator(to).evaluate((it) => it === document.activeElement)).toBe(true)
  },
)

test('the link to pending answers focuses them without a history entry', async () => {
  const page = await openAs(site, pair.masjid, '/about-me')
  await title(page, 'Masjid profile')
  await follow(page, 'Dashboard')
  await follow(page, '1 request waits for your answer')
  const section = page.locator('#requests')
  await expect.poll(() => section.evaluate((it) => it === document.activeElement)).toBe(true)
  await section.getByRole('button', { name: 'Approve' }).waitFor()
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
  await expect.poll(() => page.getByRole('main').evaluate((it) => it === document.activeElement)).toBe(true)
  await page.goBack()
  await title(page, 'Masjid profile')
})

test('the login preloads the next screen while it shows the success', async () => {
  const page = await site.open()
  await page.clock.install()
  await page.goto('/login')
  await title(page, 'Login')
  await fill(page, { 'E-mail': pair.khateeb.email, Password: password })
  // The second before the redirect does not pass.
  await pauseClock(page)
  const requested = recordScripts(page)
  await press(page, 'Login')
  await expect.poll(() => requested).toContain('dashboard')
  expect(new URL(page.url()).pathname).toBe('/login')
})
