import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { getSession } from '../../contract/identity.ts'
import { getUser } from '../../contract/own-records.ts'
import { openSiteInServerProcess, signInOn } from '../runtime/browser.ts'
import { newDataFolder } from '../runtime/data-folder.ts'
import { buttonUrlOf, waitForLetterFile } from '../runtime/letter-files.ts'
import { leaveDocument } from '../runtime/page-pool.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { errorAt, fill, logIn, press } from './forms.ts'
import { type Held, holdRequests } from './hold-requests.ts'
import { untilFocused } from './keyboard.ts'
import { untilHydrated } from './pages.ts'
import { readAndCloseToast } from './sections.ts'

let page: Page

const dataDir = await newDataFolder()
const site = await openSiteInServerProcess({ DATA_DIR: dataDir })

beforeEach(async () => {
  page = await site.open()
})

const newPassword = 'lantern-over-water'

/** The screens that links in letters open, with their buttons. */
const linkScreens = [
  ['/reset-password', 'Save password'],
  ['/verify-email', 'Confirm email'],
  ['/confirm-email', 'Use this address'],
  ['/undo-email-change', 'Restore my old address'],
  ['/this-isnt-me', 'Delete this account'],
] as const

/** Saves a new password on the open screen of a reset link. */
async function savePassword(chosen = newPassword): Promise<void> {
  await fill(page, { Password: chosen, 'Repeat password': chosen })
  await press(page, 'Save password')
}

async function requestResetLink(email: string): Promise<string> {
  await page.goto('/login')
  await fill(page, { Email: email })
  await press(page, 'Forgot password?')
  expect(await readAndCloseToast(page)).toBe('Password reset email sent! Check your inbox.')
  return buttonUrlOf(await waitForLetterFile(dataDir, 'password_reset', email))
}

test('a reset link sets a new password once and signs out other devices', async () => {
  const { email } = await newKhateeb(site.url)
  const elsewhere = await site.open()
  await signInOn(elsewhere, { email })
  const link = await requestResetLink(email)

  await page.goto(link)
  await page.getByText('6 to 256 characters, and not one of the most common passwords.').waitFor()
  await fill(page, { Password: 'qwerty123', 'Repeat password': 'qwerty12' })
  await press(page, 'Save password')
  expect(await readAndCloseToast(page)).toBe('Passwords do not match')
  await fill(page, { 'Repeat password': 'qwerty123' })
  await press(page, 'Save password')
  await expect.poll(() => errorAt(page, 'Password')).toMatch(/common/)
  await readAndCloseToast(page)
  await savePassword()
  expect(await readAndCloseToast(page)).toBe('Your password is changed. Please sign in with the new one.')

  await page.waitForURL('**/login')
  await logIn(page, { email })
  expect(await readAndCloseToast(page)).toBe(
    'Failed to sign in. Please check your credentials and try again.',
  )
  await fill(page, { Password: newPassword })
  await press(page, 'Login')
  await page.waitForURL('**/dashboard')

  await elsewhere.goto('/dashboard')
  await elsewhere.waitForURL('**/login?next=*')

  await page.goto(link)
  await savePassword('a-third-password')
  await page.getByText('This link was already used or is too old.').waitFor()
  await page.getByRole('link', { name: 'Back to login' }).click()
  // The refused second use of the link did not end the session, so the login redirects home.
  await page.waitForURL('**/dashboard')
})

test('the screen of a reset link does not redirect a user who has left it while the password is saved', async () => {
  const { email } = await newKhateeb(site.url)
  await page.goto(await requestResetLink(email))
  const held = await holdRequests(page, '**/reset_password')
  await savePassword()
  await expect.poll(held.count).toBe(1)
  await page.getByRole('banner').getByRole('link', { name: 'Khateeb Sign Up' }).click()
  await fill(page, { 'First name': 'Bilal' })
  held.release()
  expect(await readAndCloseToast(page)).toBe('Your password is changed. Please sign in with the new one.')
  expect(new URL(page.url()).pathname).toBe('/khateeb-signup')
  expect(await page.getByLabel('First name').inputValue()).toBe('Bilal')
})

test('only the reset link in the newest letter works', async () => {
  const { email } = await newKhateeb(site.url)
  const first = await requestResetLink(email)
  await requestResetLink(email)
  const newest = async () => buttonUrlOf(await waitForLetterFile(dataDir, 'password_reset', email))
  await expect.poll(newest).not.toBe(first)
  await page.goto(first)
  await savePassword()
  await page.getByText('This link was already used or is too old.').waitFor()
  await leaveDocument(page)
  await page.goto(await newest())
  await savePassword()
  await page.waitForURL('**/login')
  await logIn(page, { email }, newPassword)
  await page.waitForURL('**/dashboard')
})

test('a password reset whose response was lost links to the login, where the new password works', async () => {
  const { email } = await newKhateeb(site.url)
  await page.goto(await requestResetLink(email))
  let times = 0
  await page.route('**/reset_password', async (route) => {
    times += 1
    const response = await route.fetch()
    return times === 1 ? route.abort() : route.fulfill({ response })
  })
  await savePassword()
  await page.getByText('If you have just chosen a new password, sign in with it.').waitFor()
  expect(times).toBe(2)
  await page.getByRole('link', { name: 'Back to login' }).click()
  await logIn(page, { email }, newPassword)
  await page.waitForURL('**/dashboard')
})

test('Forgot password requires an email address, and shows an error when sending fails', async () => {
  await page.goto('/login')
  await press(page, 'Forgot password?')
  expect(await readAndCloseToast(page)).toBe('Please enter your email address first.')
  await untilFocused(page.getByLabel('Email'))
  expect(await page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true')
  await page.route('**/identity/send_password_reset', (route) => route.abort())
  await fill(page, { Email: 'yusuf@minbar.example' })
  await press(page, 'Forgot password?')
  expect(await readAndCloseToast(page)).toBe(
    'Failed to send password reset email.\nNetwork error. Please check your connection.',
  )
  await page.unroute('**/identity/send_password_reset')
})

test('Forgot password shows an error for an invalid email address, and after too many attempts', async () => {
  await page.goto('/login')
  const email = page.getByLabel('Email')
  await fill(page, { Email: 'yusuf@minbar' })
  await press(page, 'Forgot password?')
  expect(await readAndCloseToast(page)).toBe('Failed to send password reset email.')
  await page.getByText('This is not a valid email address.').waitFor()
  await expect.poll(() => email.getAttribute('aria-invalid')).toBe('true')
  await untilFocused(email)
  await page.route('**/identity/send_password_reset', (route) =>
    route.fulfill({
      status: 429,
      json: { error: 'Too many attempts. Please wait and try again.', code: 'too_many_requests' },
    }),
  )
  await fill(page, { Email: 'yusuf@minbar.example' })
  await press(page, 'Forgot password?')
  expect(await readAndCloseToast(page)).toBe(
    'Failed to send password reset email.\nToo many attempts. Please wait and try again.',
  )
  await expect.poll(() => page.getByText('This is not a valid email address.').count()).toBe(0)
  await page.unroute('**/identity/send_password_reset')
})

test('the skip link does not remove a letter link’s token from the address, and an incomplete link shows an error', async () => {
  const letter = `/reset-password#token=${'a'.repeat(43)}`
  const skips = async () => {
    await page.getByRole('button', { name: 'Save password' }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  }
  const scripts = await openWithoutScripts(letter)
  await skips()
  scripts.release()
  await untilHydrated(page)
  await page.getByRole('button', { name: 'Save password' }).waitFor()

  await page.reload()
  await untilHydrated(page)
  await skips()
  await savePassword()
  await page.getByText('This link was already used or is too old.').waitFor()
  for (const [path] of linkScreens)
    for (const rest of ['', '#token=', `#token=${'a'.repeat(42)}`]) {
      // Leave the document first. If only the fragment changed, the browser would not load the document again.
      await leaveDocument(page)
      await page.goto(new URL(path + rest, site.url).href)
      await page.getByText('The link is incomplete.').waitFor()
    }
})

test('the link in the welcome letter confirms the email once, after a button is pressed', async () => {
  const khateeb = await newKhateeb(site.url)
  const isVerified = async () => (await khateeb.client.call(getUser, { uid: 'me' })).emailVerified
  const link = buttonUrlOf(await waitForLetterFile(dataDir, 'welcome', khateeb.email))
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm email' }).waitFor()
  expect(await isVerified()).toBe(false)
  await press(page, 'Confirm email')
  await page.getByText('Thank you. Your email is confirmed.').waitFor()
  expect(await isVerified()).toBe(true)
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.waitForURL('**/login')

  await page.goto(link)
  await press(page, 'Confirm email')
  await page.getByText('This link was already used or is too old.').waitFor()
  await page.getByText('your dashboard says so and can send you a new link.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Confirm email' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Back to login' }).click()
  await page.waitForURL('**/login')
})

test('a second link, opened in the tab of a used link, takes effect only after its own button is pressed', async () => {
  const [first, second] = [await newKhateeb(site.url), await newKhateeb(site.url)]
  for (const { email } of [first, second]) {
    await page.goto(buttonUrlOf(await waitForLetterFile(dataDir, 'welcome', email)))
    await press(page, 'Confirm email')
    await page.getByText('Thank you. Your email is confirmed.').waitFor()
  }
  for (const khateeb of [first, second])
    expect(await khateeb.client.call(getUser, { uid: 'me' })).toMatchObject({ emailVerified: true })
})

test('“This isn’t me” in a letter deletes the account, after a button is pressed', async () => {
  const khateeb = await newKhateeb(site.url)
  const { text = '' } = await waitForLetterFile(dataDir, 'welcome', khateeb.email)
  const [link = ''] = /https?:\S+\/this-isnt-me#token=[\w-]+/.exec(text) ?? []
  await page.goto(link)
  await page.getByRole('button', { name: 'Delete this account' }).waitFor()
  expect(await khateeb.client.call(getSession, {})).toMatchObject({ uid: khateeb.uid })
  await press(page, 'Delete this account')
  await page.getByText('The account is deleted.').waitFor()
  expect(await khateeb.client.call(getSession, {})).toBeNull()
})

test('“This isn’t me” about another account leaves the signed-in user signed in, in all tabs', async () => {
  const [stranger, masjid] = [await newKhateeb(site.url), await newMasjid(site.url)]
  const { text = '' } = await waitForLetterFile(dataDir, 'welcome', stranger.email)
  const [link = ''] = /https?:\S+\/this-isnt-me#token=[\w-]+/.exec(text) ?? []
  const home = await site.open()
  await signInOn(home, masjid)
  await home.goto('/masjid-landing')
  const name = home.getByRole('heading', { level: 1, name: masjid.name })
  await name.waitFor()
  const tab = await home.context().newPage()
  await tab.goto(link)
  await press(tab, 'Delete this account')
  await tab.getByText('The account is deleted.').waitFor()
  await tab.goto('/masjid-landing')
  await tab.getByRole('heading', { level: 1, name: masjid.name }).waitFor()
  expect([new URL(home.url()).pathname, await name.count()]).toEqual(['/masjid-landing', 1])
})

test('a signed-in masjid continues to its home screen after confirming its email', async () => {
  const masjid = await newMasjid(site.url)
  const link = new URL(buttonUrlOf(await waitForLetterFile(dataDir, 'welcome', masjid.email)))
  await signInOn(page, masjid)
  await page.goto(`${link.pathname}${link.hash}`)
  await press(page, 'Confirm email')
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.waitForURL('**/masjid-landing')
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe(masjid.name)
})

/** Opens an address, and holds the requests for its scripts. */
async function openWithoutScripts(address: string): Promise<Held> {
  const scripts = await holdRequests(page, '**/assets/*.js')
  await page.goto(address, { waitUntil: 'commit' })
  return scripts
}

test('the screen of a letter’s link is prerendered, and a form sent before hydration is submitted after hydration', async () => {
  const { email } = await newKhateeb(site.url)
  const scripts = await openWithoutScripts(buttonUrlOf(await waitForLetterFile(dataDir, 'welcome', email)))
  await page.getByRole('heading', { level: 1, name: 'Confirm your email' }).waitFor()
  await press(page, 'Confirm email')
  await page.locator('form[aria-busy=true]').waitFor()
  scripts.release()
  await page.getByText('Thank you. Your email is confirmed.').waitFor()

  const again = await openWithoutScripts(await requestResetLink(email))
  await savePassword()
  again.release()
  expect(await readAndCloseToast(page)).toBe('Your password is changed. Please sign in with the new one.')
})

test.each(linkScreens)('%s without a token has no button, before and after hydration', async (path) => {
  const scripts = await openWithoutScripts(path)
  await page.getByRole('banner').waitFor()
  expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
  scripts.release()
  await page.getByText('The link is incomplete.').waitFor()
  expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
})

test.each(linkScreens)('%s sends its token only once, when the button is pressed', async (path, button) => {
  const token = 'a'.repeat(43)
  const withToken: string[] = []
  page.on('request', (it) => {
    const { origin, pathname, search } = new URL(it.url())
    const sent = `${search} ${it.postData() ?? ''} ${JSON.stringify(it.headers())}`
    if (sent.includes(token)) withToken.push(`${it.method()} ${origin}${pathname}`)
  })
  await page.goto(`${path}#token=${token}`)
  // Wait for hydration. By then, the screen has made all requests that it makes on load.
  await untilHydrated(page)
  await page.getByRole('button', { name: button }).waitFor()
  expect(withToken).toEqual([])
  if (path === '/reset-password') await savePassword()
  else await press(page, button)
  await page.getByText('This link was already used or is too old.').waitFor()
  expect(withToken).toHaveLength(1)
})
