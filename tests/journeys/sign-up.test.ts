import type { Page, Route } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { openSite } from '../runtime/browser.ts'
import { newKhateeb, password } from '../runtime/people.ts'
import { errorAt, field, fill, leaveField, press } from './forms.ts'
import { untilFocused } from './keyboard.ts'
import { readAndCloseToast } from './sections.ts'
import { khateebFields, masjidFields, passwordFields } from './sign-up-fields.ts'

let page: Page

const site = await openSite()

beforeEach(async () => {
  page = await site.open()
})

const respondWith = (status: number, body: object | string) => (route: Route) =>
  route.fulfill({ status, body: typeof body === 'string' ? body : JSON.stringify(body) })
const respondUnavailable = respondWith(503, { error: 'Unavailable.', code: 'unavailable' })
const respondInvalidBody = respondWith(200, '<html>')
const abortRequest = (route: Route) => route.abort()

test('the password policy is between the password and its repetition on a phone, and below both on a desktop', async () => {
  await page.goto('/khateeb-signup')
  const policy = page.getByText('not one of the most common passwords')
  await policy.waitFor()
  const isBelow = async (label: string) => {
    const [text, input] = [await policy.boundingBox(), await field(page, label).boundingBox()]
    if (text === null || input === null) throw new Error('The policy and the field are visible.')
    return text.y >= input.y + input.height
  }
  expect([await isBelow('Password'), await isBelow('Repeat password')]).toEqual([true, true])
  await page.setViewportSize({ width: 390, height: 844 })
  expect([await isBelow('Password'), await isBelow('Repeat password')]).toEqual([true, false])
})

test('a khateeb signs up after correcting missing and invalid fields', async () => {
  await page.goto('/')
  await page.goto('/khateeb-signup')
  await press(page, 'Register')
  expect(await readAndCloseToast(page)).toBe('First name is required.')
  await untilFocused(field(page, 'First name'))
  await expect.poll(() => errorAt(page, 'Phone')).toBe('Phone number is required')
  await expect.poll(() => errorAt(page, 'Repeat password')).toBe('Please repeat the password.')

  await fill(page, {
    ...khateebFields,
    'First name': '  Yusuf ',
    Email: ' Yusuf@Minbar.example',
    Phone: '555-0142',
  })
  await fill(page, { 'Repeat password': 'another' })
  await press(page, 'Register')
  expect(await readAndCloseToast(page)).toBe('Please enter a valid 10-digit phone number')
  await expect.poll(() => errorAt(page, 'Phone')).toBe('Please enter a valid 10-digit phone number')
  await expect.poll(() => errorAt(page, 'Repeat password')).toBe('Passwords do not match')

  await fill(page, { Phone: '', 'Repeat password': password })
  await field(page, 'Phone').pressSequentially('a(313)x555.0142')
  await expect.poll(() => field(page, 'Phone').inputValue()).toBe('(313)5550142')
  await leaveField(page)
  await expect.poll(() => field(page, 'Phone').inputValue()).toBe('(313) 555-0142')

  const busy = page.getByRole('button', { name: 'Registering...' }).waitFor()
  await press(page, 'Register')
  await busy
  expect(await readAndCloseToast(page)).toBe('User signed up successfully!')
  await page.waitForURL('**/login')
  await expect.poll(() => field(page, 'Email').inputValue()).toBe('yusuf@minbar.example')

  await fill(page, { Password: password })
  await press(page, 'Login')
  await page.waitForURL('**/dashboard')
  await page.getByRole('heading', { level: 1, name: 'Assalamu alaikum, Yusuf Khan', exact: true }).waitFor()
  // The login and the sign-up have added no history entries.
  await page.goBack()
  await page.waitForURL((url) => url.pathname === '/')
})

test('a masjid signs up without the optional website, and signs in to its landing screen', async () => {
  await page.goto('/masjid-signup')
  await fill(page, { ...masjidFields, Email: 'nur@minbar.example', Website: 'not a site' })
  await press(page, 'Register')
  expect(await readAndCloseToast(page)).toBe('Please enter a website like www.example.org')
  await fill(page, { Website: '' })
  await press(page, 'Register')
  expect(await readAndCloseToast(page)).toBe('Masjid signed up successfully!')
  await page.waitForURL('**/login')
  // Wait for the email in the login form, because the URL changes before the screen does, and both screens have a password field.
  await expect.poll(() => field(page, 'Email').inputValue()).toBe('nur@minbar.example')
  await fill(page, { Password: password })
  await press(page, 'Login')
  await page.waitForURL('**/masjid-landing')
  await page.getByRole('heading', { level: 1, name: 'Masjid an-Nur' }).waitFor()
})

test('the sign-up refuses a common password and an email that has an account', async () => {
  const khateeb = await newKhateeb(site.url)
  await page.goto('/khateeb-signup')
  await page.getByText('6 to 256 characters, and not one of the most common passwords.').waitFor()
  await fill(page, {
    ...khateebFields,
    Email: khateeb.email,
    Password: 'password',
    'Repeat password': 'password',
  })
  const policyAgain = page.waitForRequest('**/identity/password_policy')
  await press(page, 'Register')
  await policyAgain
  expect(await readAndCloseToast(page)).toMatch(/^Signup failed: .*common/)
  await expect.poll(() => errorAt(page, 'Password')).toMatch(/common/)

  await fill(page, passwordFields)
  await press(page, 'Register')
  const taken =
    'There is already an account with this email. Please sign in or reset the password. In your account, you can then add a masjid or a khateeb profile.'
  expect(await readAndCloseToast(page)).toBe(`Signup failed: ${taken}`)
  await expect.poll(() => errorAt(page, 'Email')).toBe(taken)
})

test('leaving the ZIP code field looks up city and state, and shows an error for an unknown ZIP or a failed look-up', async () => {
  await page.goto('/khateeb-signup')
  await expect.poll(() => field(page, 'City').isDisabled()).toBe(true)
  await expect.poll(() => field(page, 'State').isDisabled()).toBe(true)

  await fill(page, { 'ZIP code': '00000' })
  expect(await readAndCloseToast(page)).toBe('Please use a valid US address')
  await expect.poll(() => errorAt(page, 'ZIP code')).toBe('Please use a valid US address')

  await page.route('**/zip/*', abortRequest)
  await fill(page, { 'ZIP code': '48126' })
  expect(await readAndCloseToast(page)).toBe('Failed to fetch city information. Please try again.')
  await page.unroute('**/zip/*')

  await field(page, 'ZIP code').focus()
  await leaveField(page)
  await expect.poll(() => field(page, 'City').inputValue()).toBe('Dearborn')
  await expect.poll(() => field(page, 'State').inputValue()).toBe('MI')

  await fill(page, { 'ZIP code': '4812' })
  await expect.poll(() => field(page, 'City').inputValue()).toBe('')
  await expect.poll(() => field(page, 'State').inputValue()).toBe('')
  await fill(page, { 'ZIP code': '10001' })
  await expect.poll(() => field(page, 'City').inputValue()).toBe('New York')
})

test.each([
  [
    '**/geocode',
    respondUnavailable,
    'Geocoding failed: The service is busy or restarting. Please try again in a moment.',
  ],
  ['**/khateeb_signup', abortRequest, 'Failed to create an account. Please try again.'],
  [
    '**/khateeb_signup',
    respondUnavailable,
    'Signup failed: The service is busy or restarting. Please try again in a moment.',
  ],
] as const)('the khateeb sign-up shows an error message if %s fails', async (path, respond, sentence) => {
  await page.goto('/khateeb-signup')
  await page.route(path, respond)
  await fill(page, { ...khateebFields, Email: 'never@minbar.example' })
  await press(page, 'Register')
  expect(await readAndCloseToast(page)).toBe(sentence)
  await expect.poll(() => field(page, 'First name').inputValue()).toBe('Yusuf')
})

test.each([
  ['**/geocode', respondUnavailable, 'Failed to get location coordinates'],
  ['**/geocode', respondInvalidBody, 'Invalid response from location service'],
  ['**/geocode', abortRequest, 'Network error. Please check your connection.'],
  [
    '**/masjid_signup',
    respondUnavailable,
    'Signup failed\nThe service is busy or restarting. Please try again in a moment.',
  ],
  ['**/masjid_signup', respondInvalidBody, 'Invalid response from server'],
  ['**/masjid_signup', abortRequest, 'Network error. Please check your connection.'],
] as const)('the masjid sign-up shows an error message if %s fails', async (path, respond, sentence) => {
  await page.goto('/masjid-signup')
  await page.route(path, respond)
  await fill(page, { ...masjidFields, Email: 'never@minbar.example' })
  await press(page, 'Register')
  expect(await readAndCloseToast(page)).toBe(sentence)
})
