import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSite, type Site } from '../runtime/browser.ts'
import { newKhateeb, password } from '../runtime/people.ts'
import { errorAt, field, fill, leave, press } from './forms.ts'
import { toast } from './sections.ts'

let site: Site
let page: Page

beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

beforeEach(async () => {
  page = await site.open()
})

const secret = { Password: password, 'Repeat password': password }
const yusuf = {
  'First name': 'Yusuf',
  'Last name': 'Khan',
  Phone: '3135550142',
  'ZIP code': '48126',
  ...secret,
}
const nur = {
  'Masjid name': 'Masjid an-Nur',
  'Masjid address': '1 Main Street',
  'ZIP code': '48126',
  Phone: '3135550100',
  ...secret,
}

const fails = (status: number, body: object | string) => (route: Route) =>
  route.fulfill({ status, body: typeof body === 'string' ? body : JSON.stringify(body) })
const away = fails(503, { error: 'Away.', code: 'unavailable' })
const garbled = fails(200, '<html>')
const cut = (route: Route) => route.abort()

test('a khateeb signs up, and is told on the way whatever is missing or wrong', async () => {
  await page.goto('/khateeb-signup')
  await press(page, 'Register')
  expect(await toast(page)).toBe('First name is required.')
  await expect
    .poll(() => field(page, 'First name').evaluate((it) => it === document.activeElement))
    .toBe(true)
  await expect.poll(() => errorAt(page, 'Phone')).toBe('Phone number is required')

  await fill(page, {
    ...yusuf,
    'First name': '  Yusuf ',
    'E-mail': ' Yusuf@Minbar.example',
    Phone: '555-0142',
  })
  await fill(page, { 'Repeat password': 'another' })
  await press(page, 'Register')
  expect(await toast(page)).toBe('Please enter a valid 10-digit phone number')
  await expect.poll(() => errorAt(page, 'Phone')).toBe('Please enter a valid 10-digit phone number')
  await expect.poll(() => errorAt(page, 'Repeat password')).toBe('Passwords do not match')

  await fill(page, { Phone: '', 'Repeat password': password })
  await field(page, 'Phone').pressSequentially('a(313)x555.0142')
  await expect.poll(() => field(page, 'Phone').inputValue()).toBe('(313)5550142')
  await leave(page)
  await expect.poll(() => field(page, 'Phone').inputValue()).toBe('(313) 555-0142')

  await press(page, 'Register')
  await page.getByRole('button', { name: 'Registering...' }).waitFor()
  expect(await toast(page)).toBe('User signed up successfully!')
  await page.waitForURL('**/login')
  await expect.poll(() => field(page, 'E-mail').inputValue()).toBe('yusuf@minbar.example')

  await fill(page, { Password: password })
  await press(page, 'Login')
  await page.waitForURL('**/dashboard')
  await page.getByRole('heading', { level: 1, name: 'Assalamu alaikum, Yusuf Khan', exact: true }).waitFor()
})

test('leaving the ZIP finds city and state, which nobody types; an unknown one and a failed look-up are said', async () => {
  await page.goto('/khateeb-signup')
  await expect.poll(() => field(page, 'City').isDisabled()).toBe(true)
  await expect.poll(() => field(page, 'State').isDisabled()).toBe(true)

  await fill(page, { 'ZIP code': '00000' })
  expect(await toast(page)).toBe('Please use a valid US address')
  await expect.poll(() => errorAt(page, 'ZIP code')).toBe('Please use a valid US address')

  await page.route('**/zip/*', cut)
  await fill(page, { 'ZIP code': '48126' })
  expect(await toast(page)).toBe('Failed to fetch city information. Please try again.')
  await page.unroute('**/zip/*')

  await field(page, 'ZIP code').focus()
  await leave(page)
  await expect.poll(() => field(page, 'City').inputValue()).toBe('Dearborn')
  await expect.poll(() => field(page, 'State').inputValue()).toBe('MI')

  await fill(page, { 'ZIP code': '4812' })
  await expect.poll(() => field(page, 'City').inputValue()).toBe('')
  await expect.poll(() => field(page, 'State').inputValue()).toBe('')
  await fill(page, { 'ZIP code': '10001' })
  await expect.poll(() => field(page, 'City').inputValue()).toBe('New York')
})

test('a masjid signs up, with or without a website, and comes home to its landing screen', async () => {
  await page.goto('/masjid-signup')
  await fill(page, { ...nur, 'E-mail': 'nur@minbar.example', Website: 'not a site' })
  await press(page, 'Register')
  expect(await toast(page)).toBe('Please enter a website like www.example.org')
  await fill(page, { Website: '' })
  await press(page, 'Register')
  expect(await toast(page)).toBe('Masjid signed up successfully!')
  await page.waitForURL('**/login')
  await fill(page, { Password: password })
  await press(page, 'Login')
  await page.waitForURL('**/masjid-landing')
  await page.getByRole('heading', { level: 1, name: 'Masjid an-Nur' }).waitFor()
})

test('an e-mail that has an account is named as such, and a common password too', async () => {
  const khateeb = await newKhateeb(site.url)
  await page.goto('/khateeb-signup')
  await page.getByText('6 to 256 characters, and not one of the commonest passwords.').waitFor()
  await fill(page, { ...yusuf, 'E-mail': khateeb.email, Password: 'password', 'Repeat password': 'password' })
  const policyAgain = page.waitForRequest('**/identity/password_policy')
  await press(page, 'Register')
  await policyAgain
  expect(await toast(page)).toMatch(/^Signup failed: .*common/)
  await expect.poll(() => errorAt(page, 'Password')).toMatch(/common/)

  await fill(page, secret)
  await press(page, 'Register')
  const taken = 'There is already an account with this e-mail. Please sign in or reset the password.'
  expect(await toast(page)).toBe(`Signup failed: ${taken}`)
  await expect.poll(() => errorAt(page, 'E-mail')).toBe(taken)
})

test.each([
  ['**/geocode', away, 'Geocoding failed: The service is busy or restarting. Please try again in a moment.'],
  ['**/khateeb_signup', cut, 'Failed to create an account. Please try again.'],
  [
    '**/khateeb_signup',
    away,
    'Signup failed: The service is busy or restarting. Please try again in a moment.',
  ],
] as const)('a khateeb is told what went wrong at %s', async (path, answer, sentence) => {
  await page.goto('/khateeb-signup')
  await page.route(path, answer)
  await fill(page, { ...yusuf, 'E-mail': 'never@minbar.example' })
  await press(page, 'Register')
  expect(await toast(page)).toBe(sentence)
  await expect.poll(() => field(page, 'First name').inputValue()).toBe('Yusuf')
})

test.each([
  ['**/geocode', away, 'Failed to get location coordinates'],
  ['**/geocode', garbled, 'Invalid response from location service'],
  ['**/geocode', cut, 'Network error. Please check your connection.'],
  [
    '**/masjid_signup',
    away,
    'Signup failed\nThe service is busy or restarting. Please try again in a moment.',
  ],
  ['**/masjid_signup', garbled, 'Invalid response from server'],
  ['**/masjid_signup', cut, 'Network error. Please check your connection.'],
] as const)('a masjid is told what went wrong at %s', async (path, answer, sentence) => {
  await page.goto('/masjid-signup')
  await page.route(path, answer)
  await fill(page, { ...nur, 'E-mail': 'never@minbar.example' })
  await press(page, 'Register')
  expect(await toast(page)).toBe(sentence)
})
