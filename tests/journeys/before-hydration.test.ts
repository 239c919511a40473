import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { countUnreadNews } from '../../contract/news.ts'
import { disableServerRendering } from '../../tools/browser/disable-server-rendering.ts'
import { openSite } from '../runtime/browser.ts'
import { newKhateeb, password } from '../runtime/people.ts'
import { friday } from '../runtime/slots.ts'
import { holdRequests } from './hold-requests.ts'
import { openAs, untilHydrated } from './pages.ts'

const infoSiteUrl = 'https://info.example/minbar'
const donationUrl = 'https://give.example/form?for=minbar&in=usd'

const site = await openSite({ INFO_SITE_URL: infoSiteUrl, DONATION_URL: donationUrl })

const screens = [
  ['/', 'Find Your Local Khateeb', 'Minbar'],
  ['/home', 'Find Your Local Khateeb', 'Minbar'],
  ['/login', 'Login', 'Login · Minbar'],
  ['/khateeb-signup', 'Sign Up To Be A Khateeb', 'Khateeb Sign Up · Minbar'],
  ['/masjid-signup', 'Sign Up For Your Local Masjid', 'Masjid Sign Up · Minbar'],
  ['/home-about-us', 'About Us', 'About Us · Minbar'],
  ['/no-such-screen', 'Page not found', 'Nothing here · Minbar'],
] as const

test.each(screens)('%s is prerendered, and hydration changes nothing', async (path, heading, title) => {
  const unscripted = await site.open({ javaScriptEnabled: false })
  await unscripted.goto(path)
  expect(await unscripted.getByRole('heading', { level: 1 }).innerText()).toBe(heading)
  expect(await unscripted.title()).toBe(title)
  expect(await unscripted.getByRole('link', { name: 'About Us', exact: true }).getAttribute('href')).toBe(
    infoSiteUrl,
  )
  const before = await unscripted.getByRole('banner').ariaSnapshot()

  // React logs hydration mismatches to the console, and closing the site fails on console errors.
  const page = await site.open()
  await page.goto(`${path}?next=%2Fdashboard`)
  await untilHydrated(page)
  expect(await page.getByRole('banner').ariaSnapshot()).toBe(before)
})

test('the prerendered About Us screen has the donation form', async () => {
  const page = await site.open({ javaScriptEnabled: false })
  await page.goto('/home-about-us')
  expect(await page.locator('iframe').getAttribute('src')).toBe(donationUrl)
})

test('hydration keeps what the visitor has typed', async () => {
  const page = await site.open()
  const held = await holdRequests(page, '**/assets/{first-,login}*.js')
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill('early@minbar.example')
  await expect.poll(held.count).toBe(2)
  held.release()
  await untilHydrated(page)
  expect(await page.getByLabel('Email').inputValue()).toBe('early@minbar.example')
})

test.each(['foundation', 'first-paint'])(
  'the document shows an error if the script “%s” fails to load',
  async (script) => {
    const page = await site.open()
    const alert = page.getByText('This page could not be loaded completely.')
    await page.goto('/login')
    await untilHydrated(page)
    expect(await alert.isVisible()).toBe(false)

    await page.route(`**/assets/${script}-*.js`, (route) => route.abort())
    await page.reload()
    await expect.poll(() => alert.isVisible()).toBe(true)
  },
)

test.each(['/login', '/khateeb-signup', '/masjid-signup'])(
  'submitting the form of %s before hydration keeps the form open and the password out of the URL',
  async (path) => {
    const page = await site.open({ javaScriptEnabled: false })
    await page.goto(path)
    await page.getByLabel('Email').fill('early@minbar.example')
    await page.getByLabel('Password', { exact: true }).fill('pulpit-of-oak')
    await page.getByLabel('Password', { exact: true }).press('Enter')
    await page
      .getByRole('main')
      .getByRole('button', { name: /^(Login|Register)$/ })
      .click()
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('early@minbar.example')
    expect(page.url()).toBe(site.url + path)
  },
)

test('a form submitted before hydration shows that it is busy and is sent after hydration', async () => {
  const khateeb = await newKhateeb(site.url)
  const page = await site.open()
  const held = await holdRequests(page, '**/assets/{first-,login}*.js')
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill(khateeb.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
  await page.locator('form[aria-busy=true]').waitFor()
  await expect.poll(held.count).toBe(2)
  held.release()
  await page.waitForURL('**/dashboard')
})

test('an unknown path returns 404, and the path of a screen returns 200', async () => {
  const page = await site.open()
  expect((await page.goto('/no/such/screen'))?.status()).toBe(404)
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
  for (const screen of ['/dashboard', '/about-us', `/khutbah/${friday}`, '/reset-password']) {
    expect([screen, (await page.goto(screen))?.status()]).toEqual([screen, 200])
  }
})

/**
 * Opens a screen of a signed-in member. Returns the sorted paths of the calls that the screen makes, except the bell's call, which comes
 * later.
 */
async function callsOnOpening(page: Page, path: string): Promise<string[]> {
  const calls: string[] = []
  const record = (request: Request) => {
    const { pathname } = new URL(request.url())
    if (request.resourceType() === 'fetch' && pathname !== countUnreadNews.path) calls.push(pathname)
  }
  page.on('request', record)
  await page.goto(path)
  await untilHydrated(page)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => page.getByLabel('Loading…').count()).toBe(0)
  page.off('request', record)
  return calls.toSorted()
}

test('a signed-in screen makes no call for data that its document already contains', async () => {
  const khateeb = await newKhateeb(site.url)
  const page = await openAs(site, khateeb)
  const own = `/khateeb-details/${khateeb.uid}`
  // A busy server sends the document without data, so the test retries.
  for (const path of [
    '/dashboard',
    own,
    '/nearby-masjids',
    '/nearby-masjids?q=Dear',
    '/about-me',
    '/account',
  ])
    await expect.poll(() => callsOnOpening(page, path), { message: path }).toEqual([])
})

test('a signed-in screen whose document contains no data makes each call once', async () => {
  const khateeb = await newKhateeb(site.url)
  const page = await openAs(site, khateeb)
  await disableServerRendering(page)
  const session = '/identity/session'
  // When the first of these screens opens, the browser does not remember the role yet. So the page loads the session before the screen's
  // data.
  for (const [path, ...calls] of [
    ['/dashboard', '/get_masjids', '/get_my_khutbahs', session, '/users/me', '/users/me/open_slots'],
    ['/dashboard', '/get_masjids', '/get_my_khutbahs', session, '/users/me', '/users/me/open_slots'],
    [`/khateeb-details/${khateeb.uid}`, `/get_khateeb_details/${khateeb.uid}`, session],
    ['/nearby-masjids', '/get_masjids', session],
  ] as const) {
    expect(await callsOnOpening(page, path)).toEqual(calls)
    expect(await page.getByRole('button', { name: 'Try Again' }).count()).toBe(0)
  }
})

test('a phone and a ZIP entered before hydration are formatted and looked up after hydration', async () => {
  const page = await site.open()
  const held = await holdRequests(page, '**/assets/{first-,khateeb-signup}*.js')
  await page.goto('/khateeb-signup', { waitUntil: 'commit' })
  await page.getByLabel('Phone').fill('3135550142')
  await page.getByLabel('ZIP code').fill('48126')
  await page.getByLabel('First name').fill('Yusuf')
  await expect.poll(held.count).toBe(2)
  held.release()
  await untilHydrated(page)
  await expect.poll(() => page.getByLabel('City').inputValue()).toBe('Dearborn')
  await expect.poll(() => page.getByLabel('Phone').inputValue()).toBe('(313) 555-0142')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await page.getByRole('alert').getByText('Last name is required.').waitFor()
  expect(await page.getByText('First name is required.').count()).toBe(0)
  expect(await page.getByText('Phone number is required').count()).toBe(0)
})
