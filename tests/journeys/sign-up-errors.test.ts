import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSite, type Site } from '../runtime/browser.ts'
import { masjidFields, khateebFields } from './sign-up-fields.ts'
import { errorAt, field, fill, leave, press } from './forms.ts'
import { nextToast } from './sections.ts'

let site: Site
let page: Page

beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

beforeEach(async () => {
  page = await site.open()
})

const fails = (status: number, body: object | string) => (route: Route) =>
  route.fulfill({ status, body: typeof body === 'string' ? body : JSON.stringify(body) })
const away = fails(503, { error: 'Away.', code: 'unavailable' })
const garbled = fails(200, '<html>')
const cut = (route: Route) => route.abort()

test('leaving the ZIP finds city and state, which nobody types; an unknown one and a failed look-up are said', async () => {
  await page.goto('/khateeb-signup')
  await expect.poll(() => field(page, 'City').isDisabled()).toBe(true)
  await expect.poll(() => field(page, 'State').isDisabled()).toBe(true)

  await fill(page, { 'ZIP code': '00000' })
  expect(await nextToast(page)).toBe('Please use a valid US address')
  await expect.poll(() => errorAt(page, 'ZIP code')).toBe('Please use a valid US address')

  await page.route('**/zip/*', cut)
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
  expect(await nextToast(page)).toBe(sentence)
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
  expect(await nextToast(page)).toBe(sentence)
})
