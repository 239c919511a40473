import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSite, type Site } from '../runtime/browser.ts'
import { newKhateeb, newMasjid, type Person, password } from '../runtime/people.ts'
import { pauseClock } from './browser-clock.ts'
import { field, fill, leave, press, waitForToast } from './forms.ts'
import { holdRequests } from './hold-requests.ts'
import { openAs } from './pages.ts'

let site: Site
let khateeb: Person
let page: Page

beforeAll(async () => {
  site = await openSite()
  khateeb = await newKhateeb(site.url)
})
afterAll(() => site.close())

/** A page whose clock stands until it is moved. */
beforeEach(async () => {
  page = await openAs(site, khateeb)
  await page.clock.install()
})

/** Moves the page's clock by what is missing to a delay, sees that nothing came of it, and then moves it by the last of it. */
async function passes(delay: number, before: () => void): Promise<void> {
  await page.clock.runFor(delay - 1)
  // Whatever came of it is done by then, as nobody else is needed for it.
  await takeTurns()
  before()
  await page.clock.runFor(1)
}

/** Lets the page do what it has begun. Not a timer, which would stand as well. */
async function takeTurns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) {
    await page.evaluate(() => {
      const { port1, port2 } = new MessageChannel()
      return new Promise<void>((resolve) => {
        port1.addEventListener('message', () => resolve())
        port1.start()
        port2.postMessage(null)
      })
    })
  }
}

/** Where it leads has been open before: so nothing is loaded on the way there, which begins and ends at once. */
async function openBefore(screen: string): Promise<void> {
  await page.goto(screen)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

test('the way on from the login begins a second after the success', async () => {
  await openBefore('/dashboard')
  await press(page, 'Logout')
  await fill(page, { 'E-mail': khateeb.email, Password: password })
  await pauseClock(page)
  const answers = ['**/api/check_user_role', '**/identity/session'].map((path) => page.waitForResponse(path))
  await press(page, 'Login')
  await waitForToast(page, 'Logged in successfully!')
  for (const answer of await Promise.all(answers)) await answer.finished()
  await passes(1_000, () => expect(new URL(page.url()).pathname).toBe('/login'))
  await page.waitForURL('**/dashboard')
})

test('whoever leaves the login in that second is not called back', async () => {
  await openBefore('/dashboard')
  await press(page, 'Logout')
  await page.getByRole('link', { name: 'Minbar, home' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Login', exact: true }).click()
  await fill(page, { 'E-mail': khateeb.email, Password: password })
  await pauseClock(page)
  const answers = ['**/api/check_user_role', '**/identity/session'].map((path) => page.waitForResponse(path))
  await press(page, 'Login')
  await waitForToast(page, 'Logged in successfully!')
  for (const answer of await Promise.all(answers)) await answer.finished()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Find Your Local Khateeb' }).waitFor()
  await passes(1_000, () => undefined)
  await takeTurns()
  expect(new URL(page.url()).pathname).toBe('/')
})

test('whoever is on the way elsewhere in that second is not called back', async () => {
  await openBefore('/dashboard')
  await press(page, 'Logout')
  await page.goto('/login?next=%2Fnearby-masjids')
  const script = await holdRequests(page, '**/assets/dashboard-page-*.js')
  await fill(page, { 'E-mail': khateeb.email, Password: password })
  await pauseClock(page)
  const answers = ['**/api/check_user_role', '**/identity/session'].map((path) => page.waitForResponse(path))
  await press(page, 'Login')
  await waitForToast(page, 'Logged in successfully!')
  for (const answer of await Promise.all(answers)) await answer.finished()
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('status', { name: 'Loading…' }).waitFor()
  await passes(1_000, () => expect(new URL(page.url()).pathname).toBe('/login'))
  script.release()
  await page.getByRole('heading', { level: 1, name: `Assalamu alaikum, ${khateeb.name}` }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/dashboard')
})

test('the way on from a sign-up begins a second after the success', async () => {
  await openBefore('/dashboard')
  await press(page, 'Logout')
  await page.getByRole('main').getByRole('link', { name: 'Masjid Sign Up' }).click()
  await fill(page, {
    'Masjid name': 'Masjid an-Nur',
    'Masjid address': '1 Main Street',
    'ZIP code': '48126',
    'E-mail': 'delays@minbar.example',
    Phone: '3135550100',
    Password: password,
    'Repeat password': password,
  })
  await pauseClock(page)
  await press(page, 'Register')
  await page.getByRole('button', { name: 'Registering...', exact: true }).waitFor()
  await waitForToast(page, 'Masjid signed up successfully!')
  await passes(1_000, () => expect(new URL(page.url()).pathname).toBe('/masjid-signup'))
  await page.waitForURL('**/login')
})

test.each([
  ['/nearby-masjids', '/get_masjids', khateebLooks],
  ['/nearby-khateebs', '/get_khateebs', masjidLooks],
])('%s asks 300 ms after the last keystroke, once', async (screen, path, look) => {
  await look()
  const asked: (string | null)[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === path) asked.push(url.searchParams.get('q'))
  })
  await page.goto(screen)
  const box = page.getByRole('searchbox')
  // A press has the screen look at what has come: that would be old after a minute, and asked for anew.
  await box.click()
  await expect.poll(() => asked).toEqual([null])
  await takeTurns()
  await pauseClock(page)
  for (const letter of 'dearborn') {
    await box.press(letter)
    await page.clock.runFor(299)
  }
  expect(asked).toEqual([null])
  await page.clock.runFor(1)
  await expect.poll(() => asked).toEqual([null, 'dearborn'])
})

async function khateebLooks(): Promise<void> {
  await newMasjid(site.url)
}

async function masjidLooks(): Promise<void> {
  page = await openAs(site, await newMasjid(site.url))
  await page.clock.install()
}

test('a ZIP is looked up from five characters on, without the spaces around it', async () => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/zip/')) asked.push(pathname)
  })
  await page.goto('/khateeb-signup')
  for (const short of ['', '4812', '  4812  ']) await fill(page, { 'ZIP code': short })
  await field(page, 'ZIP code').fill(' 48126 ')
  await leave(page)
  await expect.poll(() => field(page, 'City').inputValue()).toBe('Dearborn')
  expect(asked).toEqual(['/zip/48126'])
})
