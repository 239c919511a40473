import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { openSite } from '../runtime/browser.ts'
import { newKhateeb, password } from '../runtime/people.ts'
import { errorAt, field, fill, leave, press } from './forms.ts'
import { nextToast } from './sections.ts'
import { khateebFields, masjidFields, passwordFields } from './sign-up-fields.ts'

let page: Page

const site = await openSite()

beforeEach(async () => {
  page = await site.open()
})

test('a khateeb signs up after correcting missing and invalid fields', async () => {
  await page.goto('/')
  await page.goto('/khateeb-signup')
  await press(page, 'Register')
  expect(await nextToast(page)).toBe('First name is required.')
  await expect
    .poll(() => field(page, 'First name').evaluate((it) => it === document.activeElement))
    .toBe(true)
  await expect.poll(() => errorAt(page, 'Phone')).toBe('Phone number is required')

  await fill(page, {
    ...khateebFields,
    'First name': '  Yusuf ',
    'E-mail': ' Yusuf@Minbar.example',
    Phone: '555-0142',
  })
  await fill(page, { 'Repeat password': 'another' })
  await press(page, 'Register')
  expect(await nextToast(page)).toBe('Please enter a valid 10-digit phone number')
  await expect.poll(() => errorAt(page, 'Phone')).toBe('Please enter a valid 10-digit phone number')
  await expect.poll(() => errorAt(page, 'Repeat password')).toBe('Passwords do not match')

  await fill(page, { Phone: '', 'Repeat password': password })
  await field(page, 'Phone').pressSequentially('a(313)x555.0142')
  await expect.poll(() => field(page, 'Phone').inputValue()).toBe('(313)5550142')
  await leave(page)
  await expect.poll(() => field(page, 'Phone').inputValue()).toBe('(313) 555-0142')

  const busy = page.getByRole('button', { name: 'Registering...' }).waitFor()
  await press(page, 'Register')
  await busy
  expect(await nextToast(page)).toBe('User signed up successfully!')
  await page.waitForURL('**/login')
  await expect.poll(() => field(page, 'E-mail').inputValue()).toBe('yusuf@minbar.example')

  await fill(page, { Password: password })
  await press(page, 'Login')
  await page.waitForURL('**/dashboard')
  await page.getByRole('heading', { level: 1, name: 'Assalamu alaikum, Yusuf Khan', exact: true }).waitFor()
  // The login and the sign-up left no history entry.
  await page.goBack()
  await page.waitForURL((url) => url.pathname === '/')
})

test('a masjid signs up, with an optional website, and signs in to its landing screen', async () => {
  await page.goto('/masjid-signup')
  await fill(page, { ...masjidFields, 'E-mail': 'nur@minbar.example', Website: 'not a site' })
  await press(page, 'Register')
  expect(await nextToast(page)).toBe('Please enter a website like www.example.org')
  await fill(page, { Website: '' })
  await press(page, 'Register')
  expect(await nextToast(page)).toBe('Masjid signed up successfully!')
  await page.waitForURL('**/login')
  // The URL changes before the screen does, and both screens have a password field.
  await expect.poll(() => field(page, 'E-mail').inputValue()).toBe('nur@minbar.example')
  await fill(page, { Password: password })
  await press(page, 'Login')
  await page.waitForURL('**/masjid-landing')
  await page.getByRole('heading', { level: 1, name: 'Masjid an-Nur' }).waitFor()
})

test('the sign-up refuses a common password and an e-mail that has an account', async () => {
  const khateeb = await newKhateeb(site.url)
  await page.goto('/khateeb-signup')
  await page.getByText('6 to 256 characters, and not one of the commonest passwords.').waitFor()
  await fill(page, {
    ...khateebFields,
    'E-mail': khateeb.email,
    Password: 'password',
    'Repeat password': 'password',
  })
  const policyAgain = page.waitForRequest('**/identity/password_policy')
  await press(page, 'Register')
  await policyAgain
  expect(await nextToast(page)).toMatch(/^Signup failed: .*common/)
  await expect.poll(() => errorAt(page, 'Password')).toMatch(/common/)

  await fill(page, passwordFields)
  await press(page, 'Register')
  const taken = 'There is already an account with this e-mail. Please sign in or reset the password.'
  expect(await nextToast(page)).toBe(`Signup failed: ${taken}`)
  await expect.poll(() => errorAt(page, 'E-mail')).toBe(taken)
})
