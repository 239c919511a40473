import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { changeEmail } from '../../contract/email-change.ts'
import { changePassword, getSession, getSessions, signIn } from '../../contract/identity.ts'
import { disableServerRendering } from '../../tools/browser/disable-server-rendering.ts'
import { openSite } from '../runtime/browser.ts'
import { newKhateeb, newMasjid, password, type TestAccount } from '../runtime/people.ts'
import { errorAt, fill, press, waitForToast } from './forms.ts'
import { untilFocused } from './keyboard.ts'
import { loseFirstResponses } from './lose-responses.ts'
import { internalError, openAs } from './pages.ts'
import { pressInDialog, readAndCloseToast, row, waitForText } from './sections.ts'
import { signInAgain, signInAgainDialog, submitPassword } from './sign-in-again.ts'

let khateeb: TestAccount
let page: Page

const site = await openSite()

beforeEach(async () => {
  khateeb = await newKhateeb(site.url)
  page = await openAs(site, khateeb)
})

async function openAccount(): Promise<void> {
  await page.goto('/account')
  await page.getByRole('heading', { level: 1, name: 'Account and Security' }).waitFor()
}

const isSignedIn = async ({ client }: TestAccount) => (await client.call(getSession, {})) !== null
const devicesTitle = 'Where you’re signed in'

test.each([
  ['khateeb', 'About Me'],
  ['masjid', 'Masjid Profile'],
])('the profile of a %s links to the account screen, and Go Back returns', async (role, title) => {
  if (role === 'masjid') page = await openAs(site, await newMasjid(site.url))
  await page.goto('/about-me')
  await page.getByRole('link', { name: 'Account and Security' }).click()
  await page.getByRole('heading', { level: 1, name: 'Account and Security' }).waitFor()
  await press(page, 'Go Back')
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe(title)
})

async function changeToNewPassword(): Promise<void> {
  await press(page, 'Change password')
  await fill(page, {
    'Current password': password,
    'New password': 'lantern-over-water',
    'Repeat password': 'lantern-over-water',
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Change password' }).click()
}

describe('changes of password', () => {
  test('changing the password shows the password rule, requires the current password and signs out other devices', async () => {
    await openAccount()
    await press(page, 'Change password')
    await page.getByText('6 to 256 characters, and not one of the most common passwords.').waitFor()
    await fill(page, {
      'Current password': 'not-the-password',
      'New password': 'lantern-over-water',
      'Repeat password': 'lantern-over-walter',
    })
    const send = page.getByRole('dialog').getByRole('button', { name: 'Change password' })
    await send.click()
    expect(await readAndCloseToast(page)).toBe('Passwords do not match')
    await fill(page, { 'Repeat password': 'lantern-over-water' })
    await send.click()
    expect(await readAndCloseToast(page)).toBe('Failed to change your password.')
    await expect.poll(() => errorAt(page, 'Current password')).toBe('This is not your password.')
    await untilFocused(page.getByLabel('Current password', { exact: true }))
    await fill(page, { 'Current password': password, 'New password': 'qwerty', 'Repeat password': 'qwerty' })
    await send.click()
    await readAndCloseToast(page)
    await expect.poll(() => errorAt(page, 'New password')).toMatch(/common/)
    await fill(page, { 'New password': 'lantern-over-water', 'Repeat password': 'lantern-over-water' })
    await send.click()
    expect(await readAndCloseToast(page)).toBe(
      'Your password is changed. All your other devices are signed out.',
    )
    await untilFocused(page.getByRole('button', { name: 'Change password' }))

    expect(await isSignedIn(khateeb)).toBe(false)
    await expect.poll(() => row(page, devicesTitle, 'node').count()).toBe(0)
    const { email } = khateeb
    expect(await khateeb.client.call(signIn, { email, password: 'lantern-over-water' })).toMatchObject({
      uid: khateeb.uid,
    })
  })

  test('if the response to a change of password is lost, the user must sign in again with the new password, and then sees the success message', async () => {
    await openAccount()
    await loseFirstResponses(page, changePassword.path)
    await changeToNewPassword()
    await signInAgainDialog(page).waitFor()
    await submitPassword(page, password)
    await waitForToast(page, 'If you just changed your password, use the new one.')
    await submitPassword(page, 'lantern-over-water')
    await waitForToast(page, 'Your password is changed. All your other devices are signed out.')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })

  test('a change of password shows the success message if its response was lost after the new session’s cookie arrived', async () => {
    await openAccount()
    await loseFirstResponses(page, changePassword.path, { part: 'body' })
    await changeToNewPassword()
    expect(await readAndCloseToast(page)).toBe(
      'Your password is changed. All your other devices are signed out.',
    )
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })

  test('changing the password cancels a pending change of email, and removes its notice from the screen', async () => {
    await khateeb.client.call(changeEmail, { email: `new-${khateeb.email}`, password })
    await openAccount()
    const pending = page.getByText('Your new email is not confirmed yet')
    await pending.waitFor()
    await changeToNewPassword()
    expect(await readAndCloseToast(page)).toBe(
      'Your password is changed. All your other devices are signed out.',
    )
    await expect.poll(() => pending.count()).toBe(0)
  })
})

describe('the list of devices', () => {
  test('shows which device is the current one, and can sign out any other device', async () => {
    await openAccount()
    await row(page, devicesTitle, 'This device')
      .getByText(/ on Linux$/)
      .waitFor()
    await expect.poll(() => row(page, devicesTitle, 'This device').getByRole('button').count()).toBe(0)
    await row(page, devicesTitle, 'node').getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('alertdialog', { name: 'Sign out of node?' }).waitFor()
    await pressInDialog(page, 'Cancel')
    expect(await isSignedIn(khateeb)).toBe(true)
    await row(page, devicesTitle, 'node').getByRole('button', { name: 'Sign out' }).click()
    await pressInDialog(page, 'Sign out')
    expect(await readAndCloseToast(page)).toBe('That device is signed out.')
    await expect.poll(() => row(page, devicesTitle, 'node').count()).toBe(0)
    await untilFocused(page.getByRole('heading', { name: devicesTitle }))
    expect(await isSignedIn(khateeb)).toBe(false)
  })

  test('shows the first five devices, and the rest after Show More', async () => {
    const { email } = khateeb
    for (let more = 0; more < 5; more += 1) await khateeb.client.call(signIn, { email, password })
    await openAccount()
    await expect.poll(() => row(page, devicesTitle, 'node').count()).toBe(4)
    await press(page, 'Show More')
    await expect.poll(() => row(page, devicesTitle, 'node').count()).toBe(6)
    await expect.poll(() => page.getByRole('button', { name: 'Show More' }).count()).toBe(0)
  })

  test('can sign out all other devices at once', async () => {
    await khateeb.client.call(signIn, { email: khateeb.email, password })
    await openAccount()
    await press(page, 'Sign out everywhere else')
    await page.getByRole('alertdialog').waitFor()
    expect(await khateeb.client.call(getSessions, {})).toHaveLength(3)
    await pressInDialog(page, 'Sign out everywhere else')
    expect(await readAndCloseToast(page)).toBe('All your other devices are signed out.')
    await expect.poll(() => page.getByRole('button', { name: 'Sign out everywhere else' }).count()).toBe(0)
    await row(page, devicesTitle, 'This device').waitFor()
    expect(await isSignedIn(khateeb)).toBe(false)
  })

  test('keeps a device and shows the reason when signing it out fails', async () => {
    await openAccount()
    await page.route('**/identity/revoke_session', (route) => route.abort())
    await row(page, devicesTitle, 'node').getByRole('button', { name: 'Sign out' }).click()
    await pressInDialog(page, 'Sign out')
    expect(await readAndCloseToast(page)).toBe(
      'Failed to sign that device out.\nNetwork error. Please check your connection.',
    )
    await pressInDialog(page, 'Cancel')
    await row(page, devicesTitle, 'node').waitFor()
  })
})

test('the data export is downloaded as a file', async () => {
  await openAccount()
  const download = page.waitForEvent('download')
  await press(page, 'Download my data')
  expect(await readAndCloseToast(page)).toBe('Your data is in your downloads.')
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^minbar-\d{4}-\d\d-\d\d\.json$/)
  const data: unknown = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(data).toMatchObject({ profile: { uid: khateeb.uid, email: khateeb.email } })
})

test('a form submitted after the session has ended asks the member to sign in again, and is then sent', async () => {
  await openAccount()
  await press(page, 'Change email')
  await fill(page, { 'New email': `new-${khateeb.email}`, 'Your password': password })
  await page.context().clearCookies()
  await press(page, 'Send confirmation email')
  await signInAgain(page)
  expect(await readAndCloseToast(page)).toBe(
    `We sent an email to new-${khateeb.email}. Follow its link to change your address.`,
  )
  await waitForText(page, 'Email', 'Your new email is not confirmed yet')
})

test('sections of the account screen that fail to load show an error and a retry button', async () => {
  await disableServerRendering(page)
  await page.route(/\/identity\/(email|sessions)/u, (route) => route.fulfill(internalError))
  await openAccount()
  await waitForToast(page, 'Error fetching your email. Please try again later.')
  await waitForToast(page, 'Error fetching your devices. Please try again later.')
  await page.unrouteAll()
  const retry = page.getByRole('button', { name: 'Try Again' })
  await retry.first().click()
  await page.getByText(khateeb.email).waitFor()
  await retry.click()
  await expect.poll(() => row(page, devicesTitle, 'This device').count()).toBe(1)
})
