import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  addAuthenticatorApp,
  addPasskey as addPasskeyCall,
  removeSecondFactor,
  renewRecoveryCodes,
} from '../../contract/second-factor.ts'
import { openSite } from '../runtime/browser.ts'
import { passkeySettings } from '../runtime/passkey-site.ts'
import { newKhateeb, newMasjid, password, type TestAccount } from '../runtime/people.ts'
import { addSoftwareAuthenticator, codeOf } from '../runtime/second-factors.ts'
import { errorAt, field, fill, logIn, press, waitForToast } from './forms.ts'
import { holdRequests } from './hold-requests.ts'
import { loseFirstResponses } from './lose-responses.ts'
import { openAs } from './pages.ts'
import { openPageForProbes, screenProblems } from './probes/screen-problems.ts'
import { endSessions, signInAgainDialog, submitPassword } from './sign-in-again.ts'

const site = await openSite(await passkeySettings())

let khateeb: TestAccount
let page: Page

beforeEach(async () => {
  khateeb = await newKhateeb(site.url)
  page = await openAs(site, khateeb)
})

const dialog = () => page.locator('[role=dialog], [role=alertdialog]')
const pressInDialog = (name: string) => dialog().getByRole('button', { name, exact: true }).click()

async function openAccount(): Promise<void> {
  await page.goto('/account')
  await page.getByRole('heading', { name: 'Two-step sign-in' }).waitFor()
}

async function signOut(): Promise<void> {
  await page.context().clearCookies()
  await page.goto('/login')
}

const waitForDashboard = () => page.waitForURL('**/dashboard')

/** Adds a virtual authenticator to the browser. Every user verification by the authenticator succeeds. */
async function addVirtualAuthenticator(): Promise<void> {
  const tools = await page.context().newCDPSession(page)
  await tools.send('WebAuthn.enable')
  await tools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Makes the browser's passkey dialogs fail as if the user canceled them, from the next document on. */
async function cancelPasskeyDialogs(): Promise<void> {
  await page.addInitScript(() => {
    for (const name of ['get', 'create'])
      Object.assign(navigator.credentials, {
        [name]: () => Promise.reject(new DOMException('The user canceled.', 'NotAllowedError')),
      })
  })
}

/** Reads the recovery codes in the open dialog, and closes it. */
async function saveRecoveryCodes(): Promise<string[]> {
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  const codes = await dialog().getByRole('listitem').allInnerTexts()
  await pressInDialog('I have saved them')
  await dialog().waitFor({ state: 'detached' })
  return codes
}

const lostCodes =
  'The connection was lost before we could show you your recovery codes. Please make new ones.'

async function addPasskey(): Promise<string[]> {
  await openAccount()
  await press(page, 'Add a passkey')
  await fill(page, { 'Your password': password })
  await pressInDialog('Continue')
  await waitForToast(page, 'Your passkey is added. You can sign in with it from now on.')
  return saveRecoveryCodes()
}

describe('passkeys', () => {
  test('a passkey is added on the account screen, and signs in without a password', async () => {
    await addVirtualAuthenticator()
    expect(await addPasskey()).toHaveLength(10)
    await page.getByText('You have 10 unused recovery codes').waitFor()
    await signOut()
    await press(page, 'Sign In with a Passkey')
    await waitForDashboard()
  })

  test('a passkey is required after the password at sign-in, and for a change of email', async () => {
    await addVirtualAuthenticator()
    await addPasskey()
    await signOut()
    await logIn(page, khateeb)
    await press(page, 'Use Your Passkey')
    await waitForDashboard()
    await openAccount()
    await press(page, 'Change email')
    await fill(page, { 'New email': 'a-new-address@minbar.example', 'Your password': password })
    await pressInDialog('Send confirmation email')
    await pressInDialog('Use Your Passkey')
    await waitForToast(
      page,
      'We sent an email to a-new-address@minbar.example. Follow its link to change your address.',
    )
    await expect.poll(() => dialog().count()).toBe(0)
  })

  test('a passkey is removed on the account screen', async () => {
    await addVirtualAuthenticator()
    await addPasskey()
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Passkey' })
      .getByRole('button', { name: 'Remove' })
      .click()
    await fill(page, { 'Your password': password })
    await pressInDialog('Remove')
    await pressInDialog('Use Your Passkey')
    await waitForToast(page, 'The passkey is removed.')
    await expect.poll(() => page.getByText('unused recovery codes').count()).toBe(0)
  })

  test('a passkey whose addition got no response is listed, with the advice to make new recovery codes', async () => {
    await addVirtualAuthenticator()
    await openAccount()
    await loseFirstResponses(page, addPasskeyCall.path)
    await press(page, 'Add a passkey')
    await fill(page, { 'Your password': password })
    await pressInDialog('Continue')
    await waitForToast(page, lostCodes)
    await page.getByRole('listitem').filter({ hasText: 'Passkey' }).waitFor()
    expect(await dialog().count()).toBe(0)
  })

  test('a passkey signs in without a password in the dialog that opens when the session has ended', async () => {
    await addVirtualAuthenticator()
    await addPasskey()
    await page.goto('/about-me')
    await fill(page, { Bio: 'A long story' })
    await endSessions(khateeb)
    await press(page, 'Save')
    await signInAgainDialog(page).getByRole('button', { name: 'Sign In with a Passkey' }).click()
    await waitForToast(page, 'Profile updated successfully!')
    await signInAgainDialog(page).waitFor({ state: 'detached' })
    expect(await field(page, 'Bio').inputValue()).toBe('A long story')
  })

  test('a passkey is not added if the user cancels the browser’s passkey dialog', async () => {
    await cancelPasskeyDialogs()
    await openAccount()
    await press(page, 'Add a passkey')
    await fill(page, { 'Your password': password })
    await pressInDialog('Continue')
    await waitForToast(page, 'No passkey was added. Maybe you canceled, or this device has one already.')
    await pressInDialog('Cancel')
    await page.getByRole('button', { name: 'Add a passkey' }).waitFor()
    expect(await page.getByText('unused recovery codes').count()).toBe(0)
  })

  test('a passkey does not sign in if the user cancels the browser’s passkey dialog', async () => {
    await addVirtualAuthenticator()
    await addPasskey()
    await cancelPasskeyDialogs()
    await signOut()
    await press(page, 'Sign In with a Passkey')
    await waitForToast(page, 'Failed to sign in with a passkey. You can use your email and password instead.')
    await logIn(page, khateeb)
    await press(page, 'Use Your Passkey')
    await waitForToast(page, 'The passkey was not used. Please try again.')
    expect(new URL(page.url()).pathname).toBe('/login')
  })
})

describe('authenticator apps', () => {
  test('an authenticator app is set up with a key, and sign-in requires its code', async () => {
    await openAccount()
    await press(page, 'Set up an app')
    await fill(page, { 'Your password': password })
    await pressInDialog('Continue')
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    const key = (await dialog().locator('bdi').innerText()).replaceAll(' ', '')
    await fill(page, { 'Code that the app shows': '000000' })
    await pressInDialog('Finish setup')
    await expect.poll(() => errorAt(page, 'Code that the app shows')).toMatch(/not right/)
    const code = codeOf(key)
    await fill(page, { 'Code that the app shows': code })
    await pressInDialog('Finish setup')
    expect(await saveRecoveryCodes()).toHaveLength(10)

    await signOut()
    await logIn(page, khateeb)
    await page.getByText('The 6 digits that your authenticator app shows').waitFor()
    await press(page, 'Login')
    await expect.poll(() => errorAt(page, 'Code')).toMatch(/Please enter a code/)
    await fill(page, { Code: '12' })
    await press(page, 'Login')
    await expect.poll(() => errorAt(page, 'Code')).toMatch(/6 digits/)
    await fill(page, { Code: code })
    await press(page, 'Login')
    // This code was used to set up the app, so it is refused.
    await expect.poll(() => errorAt(page, 'Code')).toMatch(/already used/)
    await fill(page, { Code: codeOf(key, { steps: 1 }) })
    await press(page, 'Login')
    await waitForDashboard()
  })

  test('if the response to the setup of an app is lost, the app is listed, and a toast advises to make new recovery codes', async () => {
    await openAccount()
    await loseFirstResponses(page, addAuthenticatorApp.path)
    await press(page, 'Set up an app')
    await fill(page, { 'Your password': password })
    await pressInDialog('Continue')
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    const key = (await dialog().locator('bdi').innerText()).replaceAll(' ', '')
    await fill(page, { 'Code that the app shows': codeOf(key) })
    await pressInDialog('Finish setup')
    await waitForToast(page, lostCodes)
    await dialog().waitFor({ state: 'detached' })
    await page.getByRole('listitem').filter({ hasText: 'Authenticator app' }).waitFor()
    await press(page, 'Make new recovery codes')
    await fill(page, { 'Your password': password })
    await pressInDialog('Make new codes')
    await fill(page, { Code: codeOf(key, { steps: 1 }) })
    await pressInDialog('Make new codes')
    expect(await saveRecoveryCodes()).toHaveLength(10)
  })

  test('the removal of an authenticator app shows the success message even if the response was lost', async () => {
    const { key } = await addSoftwareAuthenticator(khateeb.client)
    await openAccount()
    await loseFirstResponses(page, removeSecondFactor.path)
    await press(page, 'Remove')
    await fill(page, { 'Your password': password })
    await pressInDialog('Remove')
    await fill(page, { Code: codeOf(key, { steps: 1 }) })
    await pressInDialog('Remove')
    await waitForToast(page, 'The authenticator app is removed.')
    await dialog().waitFor({ state: 'detached' })
    await expect
      .poll(() => page.getByRole('listitem').filter({ hasText: 'Authenticator app' }).count())
      .toBe(0)
  })

  test('the dialog that opens when the session has ended requires a code of the authenticator app', async () => {
    const { key } = await addSoftwareAuthenticator(khateeb.client)
    await openAccount()
    await endSessions(khateeb)
    await press(page, 'Replace the app')
    await fill(page, { 'Your password': password })
    await pressInDialog('Continue')
    await signInAgainDialog(page).waitFor()
    await submitPassword(page)
    await signInAgainDialog(page)
      .getByLabel('Code', { exact: true })
      .fill(codeOf(key, { steps: 1 }))
    await signInAgainDialog(page).getByRole('button', { name: 'Login' }).click()
    await signInAgainDialog(page).waitFor({ state: 'detached' })
    // The page repeats the call that waited for the sign-in. This call requires another code.
    await expect.poll(() => dialog().getByLabel('Code', { exact: true }).count()).toBe(1)
  })
})

test('a recovery code signs in and then counts as used, and new recovery codes can be made', async () => {
  const { recoveryCodes } = await addSoftwareAuthenticator(khateeb.client)
  const [first = '', second = ''] = recoveryCodes
  await signOut()
  await logIn(page, khateeb)
  await fill(page, { Code: first })
  await press(page, 'Login')
  await waitForDashboard()
  await openAccount()
  await page.getByText('You have 9 unused recovery codes').waitFor()
  await press(page, 'Make new recovery codes')
  await fill(page, { 'Your password': password })
  await pressInDialog('Make new codes')
  await fill(page, { Code: second })
  await pressInDialog('Make new codes')
  const renewed = await saveRecoveryCodes()
  expect(renewed).not.toContain(second)
  await page.getByText('You have 10 unused recovery codes').waitFor()
})

test('a user who confirms a renewal with a recovery code sees the new recovery codes even if the first response was lost', async () => {
  const { recoveryCodes } = await addSoftwareAuthenticator(khateeb.client)
  await openAccount()
  await loseFirstResponses(page, renewRecoveryCodes.path)
  await press(page, 'Make new recovery codes')
  await fill(page, { 'Your password': password })
  await pressInDialog('Make new codes')
  await fill(page, { Code: recoveryCodes[0] ?? '' })
  await pressInDialog('Make new codes')
  const renewed = await saveRecoveryCodes()
  expect(renewed).toHaveLength(10)
  await signOut()
  await logIn(page, khateeb)
  await fill(page, { Code: renewed[0] ?? '' })
  await press(page, 'Login')
  await waitForDashboard()
})

test('a toast says that new recovery codes were lost, and the user can make new ones again with the same recovery code', async () => {
  const { recoveryCodes } = await addSoftwareAuthenticator(khateeb.client)
  await openAccount()
  // The page retries once, so lose two responses.
  await loseFirstResponses(page, renewRecoveryCodes.path, { count: 2 })
  await press(page, 'Make new recovery codes')
  await fill(page, { 'Your password': password })
  await pressInDialog('Make new codes')
  await fill(page, { Code: recoveryCodes[0] ?? '' })
  await pressInDialog('Make new codes')
  await waitForToast(
    page,
    'Your old recovery codes no longer work, but the connection was lost before we could show you the new ones. Please make new ones again.',
  )
  await pressInDialog('Make new codes')
  expect(await saveRecoveryCodes()).toHaveLength(10)
})

test('new recovery codes are shown even if the user has canceled while they were being made', async () => {
  const { recoveryCodes } = await addSoftwareAuthenticator(khateeb.client)
  await openAccount()
  await press(page, 'Make new recovery codes')
  await fill(page, { 'Your password': password })
  await pressInDialog('Make new codes')
  const [code = ''] = recoveryCodes
  await fill(page, { Code: code })
  const renewal = await holdRequests(page, `**${renewRecoveryCodes.path}`)
  await pressInDialog('Make new codes')
  await expect.poll(renewal.count).toBe(1)
  await pressInDialog('Cancel')
  await dialog().waitFor({ state: 'detached' })
  renewal.release()
  expect(await saveRecoveryCodes()).toHaveLength(10)
})

test('without a public address, the login and the account screen offer no passkeys', async () => {
  const plain = await openSite()
  const visitor = await openAs(plain, await newKhateeb(plain.url))
  await visitor.goto('/account')
  await visitor.getByRole('button', { name: 'Set up an app' }).waitFor()
  expect(await visitor.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0)
  await visitor.context().clearCookies()
  await visitor.goto('/login')
  await visitor.getByRole('button', { name: 'Login' }).waitFor()
  expect(await visitor.getByText('Sign In with a Passkey').isVisible()).toBe(false)
  await plain.close()
})

test('the screens and dialogs of second factors pass the layout and accessibility checks', async () => {
  page = await openPageForProbes(site, khateeb)
  const { recoveryCodes } = await addSoftwareAuthenticator(khateeb.client)
  await addVirtualAuthenticator()
  await openAccount()
  expect(await screenProblems(page)).toEqual([])
  for (const name of ['Add a passkey', 'Replace the app', 'Make new recovery codes', 'Remove']) {
    await press(page, name)
    expect([name, await screenProblems(page)]).toEqual([name, []])
    await pressInDialog('Cancel')
    await dialog().waitFor({ state: 'detached' })
  }
  await press(page, 'Replace the app')
  await fill(page, { 'Your password': password })
  await pressInDialog('Continue')
  await fill(page, { Code: recoveryCodes[0] ?? '' })
  expect(await screenProblems(page)).toEqual([])
  await pressInDialog('Continue')
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  expect(await screenProblems(page)).toEqual([])
  await pressInDialog('Cancel')
  await press(page, 'Make new recovery codes')
  await fill(page, { 'Your password': password })
  await pressInDialog('Make new codes')
  await fill(page, { Code: recoveryCodes[1] ?? '' })
  await pressInDialog('Make new codes')
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  expect(await screenProblems(page)).toEqual([])
  await pressInDialog('I have saved them')
  await signOut()
  await logIn(page, khateeb)
  await page.getByText('One more step').waitFor()
  expect(await screenProblems(page)).toEqual([])
})

test('an owner who must add a second factor is redirected to the account screen after signing in', async () => {
  const strict = await openSite({ OWNERS_NEED_SECOND_FACTOR: 'yes' })
  const masjid = await newMasjid(strict.url)
  page = await strict.open()
  await page.goto('/login')
  await logIn(page, masjid)
  await expect.poll(() => new URL(page.url()).pathname).toBe('/account')
  await page.getByText('Please set up two-step sign-in', { exact: true }).waitFor()
  await strict.close()
})
