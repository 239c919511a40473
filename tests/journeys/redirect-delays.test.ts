import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { disableServerRendering } from '../../tools/browser/disable-server-rendering.ts'
import { openSite, withMotion } from '../runtime/browser.ts'
import { newKhateeb, newMasjid, password, type TestAccount } from '../runtime/people.ts'
import { field, fill, leaveField, press, waitForToast } from './forms.ts'
import { holdRequests } from './hold-requests.ts'
import { advanceAndPauseClock, openAs } from './pages.ts'
import { masjidFields } from './sign-up-fields.ts'

let page: Page

const site = withMotion(await openSite())
const khateeb = await newKhateeb(site.url)

beforeEach(() => openPage(khateeb))

/** Opens a page whose clock can be paused and advanced. */
async function openPage(person: TestAccount): Promise<void> {
  page = await openAs(site, person)
  await page.clock.install()
}

/** Advances the page's clock to 1 ms before the delay ends, calls `before` for assertions, and then ends the delay. */
async function runDelay(delay: number, before: () => void): Promise<void> {
  await page.clock.runFor(delay - 1)
  await flushTasks()
  before()
  await page.clock.runFor(1)
}

/** Lets the page run its queued tasks. A timer would not work, because the clock is paused. */
async function flushTasks(): Promise<void> {
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

/** Opens the dashboard, and then the login screen. So a later navigation to the dashboard loads no scripts. */
async function openLogin(): Promise<void> {
  await page.goto('/dashboard')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await press(page, 'Logout')
  // Wait for the redirect. Opening another address earlier could cancel the call that ends the session.
  await page.waitForURL('**/login')
}

/** Signs in with a paused clock, and waits for the responses that the redirect needs. */
async function logInWithPausedClock(): Promise<void> {
  await fill(page, { Email: khateeb.email, Password: password })
  await advanceAndPauseClock(page)
  const responses = ['**/api/check_user_role', '**/identity/session'].map((path) =>
    page.waitForResponse(path),
  )
  await press(page, 'Login')
  await waitForToast(page, 'Logged in successfully!')
  for (const response of await Promise.all(responses)) await response.finished()
}

const pathname = () => new URL(page.url()).pathname

test('the login redirects one second after a successful sign-in', async () => {
  await openLogin()
  await logInWithPausedClock()
  await runDelay(1_000, () => expect(pathname()).toBe('/login'))
  await page.waitForURL('**/dashboard')
})

test('the login does not redirect a visitor who goes back within a second of signing in', async () => {
  await openLogin()
  await page.getByRole('link', { name: 'Minbar, home' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Login', exact: true }).click()
  await logInWithPausedClock()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Find Your Local Khateeb' }).waitFor()
  await runDelay(1_000, () => undefined)
  await flushTasks()
  expect(pathname()).toBe('/')
})

test('the login does not redirect a visitor who follows a link within a second of signing in', async () => {
  await openLogin()
  await page.goto('/login?next=%2Fnearby-masjids')
  const script = await holdRequests(page, '**/assets/dashboard-page-*.js')
  await logInWithPausedClock()
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('status', { name: 'Loading…' }).waitFor()
  await runDelay(1_000, () => expect(pathname()).toBe('/login'))
  script.release()
  await page.getByRole('heading', { level: 1, name: `Assalamu alaikum, ${khateeb.name}` }).waitFor()
  expect(pathname()).toBe('/dashboard')
})

test('a sign-up form redirects one second after success', async () => {
  await openLogin()
  await page.getByRole('main').getByRole('link', { name: 'Masjid Sign Up' }).click()
  await fill(page, { ...masjidFields, Email: 'delays@minbar.example' })
  await advanceAndPauseClock(page)
  await press(page, 'Register')
  await page.getByRole('button', { name: 'Registering...', exact: true }).waitFor()
  await waitForToast(page, 'Masjid signed up successfully!')
  await runDelay(1_000, () => expect(pathname()).toBe('/masjid-signup'))
  await page.waitForURL('**/login')
})

test.each([
  ['/nearby-masjids', '/get_masjids'],
  ['/nearby-khateebs', '/get_khateebs'],
])('%s debounces the search by 300 ms', async (screen, path) => {
  const masjid = await newMasjid(site.url)
  if (screen === '/nearby-khateebs') await openPage(masjid)
  await disableServerRendering(page)
  const requested: (string | null)[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === path) requested.push(url.searchParams.get('q'))
  })
  await page.goto(screen)
  const box = page.getByRole('searchbox')
  // Click before `advanceAndPauseClock`, which advances the clock by a minute. A click makes the screen check for stale data, so a later
  // click would refetch the list.
  await box.click()
  await expect.poll(() => requested).toEqual([null])
  await flushTasks()
  await advanceAndPauseClock(page)
  for (const letter of 'dearborn') {
    await box.press(letter)
    await page.clock.runFor(299)
  }
  expect(requested).toEqual([null])
  await page.clock.runFor(1)
  await expect.poll(() => requested).toEqual([null, 'dearborn'])
})

test('a ZIP code is trimmed, and looked up only when it has five characters', async () => {
  const requested: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/zip/')) requested.push(pathname)
  })
  await page.goto('/khateeb-signup')
  for (const short of ['', '4812', '  4812  ']) await fill(page, { 'ZIP code': short })
  await field(page, 'ZIP code').fill(' 48126 ')
  await leaveField(page)
  await expect.poll(() => field(page, 'City').inputValue()).toBe('Dearborn')
  expect(requested).toEqual(['/zip/48126'])
})
