import type { Page, Route } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { openSite } from '../runtime/browser.ts'
import { errorAt, field, fill, leave, press } from './forms.ts'
import { nextToast } from './sections.ts'
import { khateebFields, masjidFields } from './sign-up-fields.ts'

let page: Page

const site = await openSite()

beforeEach(async () => {
  page = await site.open()
})

const failWith = (status: number, body: object | string) => (route: Route) =>
  route.fulfill({ status, body: typeof body === 'string' ? body : JSON.stringify(body) })
const unavailable = failWith(503, { error: 'Unavailable.', code: 'unavailable' })
const invalidBody = failWith(200, '<html>')
const noAnswer = (route: Route) => route.abort()

test('leaving the ZIP code field looks up city and state, and shows unknown codes and failed look-ups', async () => {
  await page.goto('/khateeb-signup')
  await expect.poll(() => field(page, 'City').isDisabled()).toBe(true)
  await expect.poll(() => field(page, 'State').isDisabled()).toBe(true)

  await fill(page, { 'ZIP code': '00000' })
  expect(await nextToast(page)).toBe('Please use a valid US address')
  await expect.poll(() => errorAt(page, 'ZIP code')).toBe('Please use a valid US address')

  await page.route('**/zip/*', noAnswer)
  await fill(page, { 'ZIP code': '48126' })
  expect(await nextToast(page)).toBe('Failed to fetch city information. Please try again.')
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

test.each([
  [
    '**/geocode',
    unavailable,
    'Geocoding failed: The service is busy or restarting. Please try again in a moment.',
  ],
  ['**/khateeb_signup', noAnswer, 'Failed to create an account. Please try again.'],
  [
    '**/khateeb_signup',
    unavailable,
    'Signup failed: The service is busy or restarting. Please try again in a moment.',
  ],
] as const)('the khateeb sign-up shows why %s failed', async (path, answer, sentence) => {
  await page.goto('/khateeb-signup')
  await page.route(path, answer)
  await fill(page, { ...khateebFields, 'E-mail': 'never@minbar.example' })
  await press(page, 'Register')
  expect(await nextToast(page)).toBe(sentence)
  await expect.poll(() => field(page, 'First name').inputValue()).toBe('Yusuf')
})

test.each([
  ['**/geocode', unavailable, 'Failed to get location coordinates'],
  ['**/geocode', invalidBody, 'Invalid response from location service'],
  ['**/geocode', noAnswer, 'Network error. Please check your connection.'],
  [
    '**/masjid_signup',
    unavailable,
    'Signup failed\nThe service is busy or restarting. Please try again in a moment.',
  ],
  ['**/masjid_signup', invalidBody, 'Invalid response from server'],
  ['**/masjid_signup', noAnswer, 'Network error. Please check your connection.'],
] as const)('the masjid sign-up shows why %s failed', async (path, answer, sentence) => {
  await page.goto('/masjid-signup')
  await page.route(path, answer)
  await fill(page, { ...masjidFields, 'E-mail': 'never@minbar.example' })
  await press(page, 'Register')
  expect(await nextToast(page)).toBe(sentence)
})
