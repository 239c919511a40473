import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { signIn } from '../../contract/identity.ts'
import { clientOf } from '../runtime/app.ts'
import { openSite, signInOn } from '../runtime/browser.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'
import { errorAt, logIn, press, waitForToast } from './forms.ts'
import { readAndCloseToast } from './sections.ts'

let page: Page

const site = await openSite()
const khateeb = await newKhateeb(site.url)
const masjid = await newMasjid(site.url)

beforeEach(async () => {
  page = await site.open()
})

const greeting = (person: TestAccount) =>
  page.getByRole('heading', { level: 1, name: `Assalamu alaikum, ${person.name}`, exact: true })

test('a wrong password is refused, and the right password redirects to the home screen of the role', async () => {
  await page.goto('/login')
  const signUp = page.getByRole('main').getByRole('link', { name: 'Khateeb Sign Up', exact: true })
  await expect.poll(() => signUp.getAttribute('href')).toBe('/khateeb-signup')
  await press(page, 'Login')
  expect(await readAndCloseToast(page)).toBe('Email is required.')
  await expect.poll(() => errorAt(page, 'Password')).toBe('Password is required.')

  await logIn(page, khateeb, 'not-the-password')
  expect(await readAndCloseToast(page)).toBe(
    'Failed to sign in. Please check your credentials and try again.',
  )
  const busy = page.getByRole('button', { name: 'Signing in...' }).waitFor()
  await logIn(page, khateeb)
  await busy
  expect(await readAndCloseToast(page)).toBe('Logged in successfully!')
  await page.waitForURL('**/dashboard')

  await press(page, 'Logout')
  await page.waitForURL('**/login')
  await logIn(page, masjid)
  await page.waitForURL('**/masjid-landing')
})

test.each([
  ['gets no response', undefined, 'Network error. Please check your connection.'],
  ['exceeds the limit', 'too_many_requests', 'Too many attempts. Please wait and try again.'],
])('a sign-in that %s shows the reason below the general error', async (_, code, reason) => {
  await page.goto('/login')
  await page.route('**/identity/sign_in', (route) =>
    code === undefined ? route.abort() : route.fulfill({ status: 429, json: { error: 'Refused.', code } }),
  )
  await logIn(page, khateeb)
  const words = 'Failed to sign in. Please check your credentials and try again.'
  expect(await readAndCloseToast(page)).toBe(`${words}\n${reason}`)
})

test('the session cookie lasts until the browser closes, or 30 days with Remember me', async () => {
  const daysLeft = async () => {
    const [cookie] = await page.context().cookies()
    return cookie === undefined || cookie.expires === -1
      ? null
      : (cookie.expires * 1_000 - Date.now()) / 86_400_000
  }
  await page.goto('/login')
  await logIn(page, khateeb)
  await page.waitForURL('**/dashboard')
  await expect.poll(() => daysLeft()).toBeNull()

  await press(page, 'Logout')
  await page.waitForURL('**/login')
  await page.getByLabel('Remember me').check()
  await logIn(page, khateeb)
  await page.waitForURL('**/dashboard')
  expect(Math.round((await daysLeft()) ?? 0)).toBe(30)
})

test('a protected screen redirects to the login and back after sign-in, without an extra history entry', async () => {
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goto('/nearby-masjids?q=Dearborn')
  await page.waitForURL('**/login?next=*')
  await page.goBack()
  await page.waitForURL((url) => url.pathname === '/')
  await page.goForward()
  await page.waitForURL('**/login?next=*')
  await logIn(page, khateeb)
  await page.waitForURL('**/nearby-masjids?q=Dearborn')
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('Dearborn')
  await page.goBack()
  await page.waitForURL((url) => url.pathname === '/')
})

test('logging out redirects to the login and ends the session', async () => {
  await signInOn(page, khateeb)
  await page.goto('/dashboard')
  await page.route('**/identity/sign_out', (route) => route.abort())
  await press(page, 'Logout')
  expect(await readAndCloseToast(page)).toBe('Failed to log out. Please try again.')
  await page.unroute('**/identity/sign_out')
  await press(page, 'Logout')
  await page.waitForURL('**/login')
  await page.goto('/dashboard')
  await page.waitForURL('**/login?next=*')
})

test('a member sees no data of another member whose session ended in the same browser', async () => {
  const other = await newKhateeb(site.url)
  await signInOn(page, khateeb)
  await page.goto('/dashboard')
  await greeting(khateeb).waitFor()
  await page.context().clearCookies()
  await page.getByRole('link', { name: /See More Masjids Nearby|Explore Other Masjids/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await page.waitForURL('**/nearby-masjids')
  await page.reload()
  await page.waitForURL('**/login?next=%2Fnearby-masjids')
  await logIn(page, other)
  await page.getByRole('heading', { level: 1, name: 'Nearby Masjids' }).waitFor()
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await greeting(other).waitFor()
  await expect.poll(() => greeting(khateeb).count()).toBe(0)
})

test.each([
  ['cannot be loaded', 503, { error: 'Unavailable.', code: 'unavailable' }, 'Failed to check user role'],
  ['is unknown', 200, { role: 'imam' }, 'User role not found'],
] as const)(
  'a sign-in with a role that %s shows an error and does not redirect',
  async (_, status, body, sentence) => {
    await page.goto('/login')
    await page.route('**/api/check_user_role', (route) =>
      route.fulfill({ status, body: JSON.stringify(body) }),
    )
    await logIn(page, khateeb)
    await waitForToast(page, sentence)
    expect(new URL(page.url()).pathname).toBe('/login')
  },
)

test('after too many wrong passwords for an account, its owner can sign in from a known browser, but not from another browser', async () => {
  const site = await openSite({ LIMIT_SIGN_IN: '3/300', LIMIT_SIGN_IN_ACCOUNT: '5/600' })
  const { email } = await newKhateeb(site.url)
  const [own, another] = [await site.open(), await site.open()]
  for (const browser of [own, another]) await browser.goto('/login')
  await logIn(own, { email })
  await own.waitForURL('**/dashboard')
  await press(own, 'Logout')
  await own.waitForURL('**/login')

  const guess = () => clientOf(site.url).call(signIn, { email, password: 'guess' })
  const outcomes: unknown[] = []
  for (let time = 0; time < 6; time += 1) outcomes.push(await guess().catch((error) => error.code))
  expect(new Set(outcomes)).toEqual(new Set(['wrong_credentials', 'too_many_requests']))
  expect(outcomes.at(-1)).toBe('too_many_requests')

  await logIn(another, { email })
  expect(await readAndCloseToast(another)).toBe(
    'Failed to sign in. Please check your credentials and try again.\n' +
      'Too many attempts. Please wait and try again.',
  )
  await logIn(own, { email })
  await own.waitForURL('**/dashboard')
})
