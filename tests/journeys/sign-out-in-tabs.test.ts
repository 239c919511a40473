import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { withActingParty } from '../../contract/acting-party.ts'
import { paths, withToken } from '../../contract/screen-paths.ts'
import { joinMasjid } from '../runtime/add-member.ts'
import { openSite } from '../runtime/browser.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'
import { personIdOf } from '../runtime/person-id.ts'
import { confirmKhateeb, friday, postSlot, removeKhateebFrom } from '../runtime/slots.ts'
import { inviteAndReadToken, newOwner } from '../runtime/team.ts'
import { field, logIn, press } from './forms.ts'
import { holdRequests } from './hold-requests.ts'
import { hasFocus } from './keyboard.ts'
import { openAs, untilScriptsLoaded } from './pages.ts'
import { pressInDialog } from './sections.ts'

let khateeb: TestAccount
let page: Page

const site = await openSite()

const unsavedTextQuestion = () => page.getByText('You have unsaved text in this tab')

const sessionStorageJson = () => page.evaluate(() => JSON.stringify(sessionStorage))

/** Opens a screen in `page`, and waits until the screen can receive messages from other tabs. */
async function open(address: string): Promise<void> {
  page = await openAs(site, khateeb, address)
  await untilScriptsLoaded(page, 'member-effects')
}

async function signOutInOtherTab(): Promise<void> {
  const tab = await page.context().newPage()
  await tab.goto('/dashboard')
  await press(tab, 'Logout')
  await tab.waitForURL('**/login')
  await tab.close()
}

beforeEach(async () => {
  khateeb = await newKhateeb(site.url)
})

test('signing out in one tab hides the data in the other tabs at once, and opens the login there', async () => {
  await open('/dashboard')
  await page.getByRole('heading', { level: 1, name: khateeb.name }).waitFor()
  await page.evaluate(() =>
    addEventListener('pagehide', () => sessionStorage.setItem('was-hidden', String(document.body.hidden))),
  )
  await signOutInOtherTab()
  await page.getByRole('heading', { level: 1, name: 'Login' }).waitFor()
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/login')
  expect(await page.evaluate(() => sessionStorage.getItem('was-hidden'))).toBe('true')
  expect(await unsavedTextQuestion().isVisible()).toBe(false)
})

test('signing out also opens the login in a tab that was opened in the background and never shown', async () => {
  page = await openAs(site, khateeb)
  // Simulate a hidden tab, which paints nothing.
  await page.addInitScript(() => {
    Object.defineProperties(document, { hidden: { value: true }, visibilityState: { value: 'hidden' } })
    window.requestAnimationFrame = () => 0
  })
  await page.goto('/dashboard')
  await untilScriptsLoaded(page, 'member-effects')
  await signOutInOtherTab()
  await page.getByRole('heading', { level: 1, name: 'Login' }).waitFor()
  expect(await page.getByText(khateeb.name).count()).toBe(0)
})

test('signing out in one tab also opens the login in a tab on About Us', async () => {
  await open('/about-us')
  await page.getByRole('link', { name: 'Dashboard', exact: true }).waitFor()
  await signOutInOtherTab()
  await page.getByRole('heading', { level: 1, name: 'Login' }).waitFor()
  expect(await page.getByRole('link', { name: 'Dashboard', exact: true }).count()).toBe(0)
})

test('logging out to accept an invitation opens the login in the other tabs', async () => {
  const app = { baseUrl: site.url, database: site.database }
  const { token } = await inviteAndReadToken(
    app,
    await newOwner(app),
    'viewer',
    (await newKhateeb(site.url)).email,
  )
  page = await openAs(site, khateeb)
  // Hold the tab's stream. After two failures of the stream, the tab would open the login even without a message from the other tab.
  await holdRequests(page, '**/changes?*')
  await page.goto('/dashboard')
  await untilScriptsLoaded(page, 'member-effects')
  const tab = await page.context().newPage()
  await tab.goto(withToken(paths.acceptInvitation, token))
  await press(tab, 'Log out, and sign in with the invited email')
  await page.getByRole('heading', { level: 1, name: 'Login' }).waitFor()
  expect(await page.getByText(khateeb.name).count()).toBe(0)
})

test('an open invitation no longer shows the email of a user who has signed out in another tab', async () => {
  const app = { baseUrl: site.url, database: site.database }
  const invited = await newKhateeb(site.url)
  const { token } = await inviteAndReadToken(app, await newOwner(app), 'viewer', invited.email)
  page = await openAs(site, khateeb, withToken(paths.acceptInvitation, token))
  await page.getByText(`you are signed in as ${khateeb.email}`).waitFor()
  await signOutInOtherTab()
  await page.getByText(`Sign in as ${invited.email} to accept it.`).waitFor()
  expect(await page.getByText(khateeb.email).count()).toBe(0)
})

describe('after a sign-out in another tab', () => {
  beforeEach(async () => {
    await open('/about-me')
    await field(page, 'Bio').fill('A long story')
    await signOutInOtherTab()
    await unsavedTextQuestion().waitFor()
  })

  test('unsaved text that was kept is restored when the same user signs in', async () => {
    expect(await page.getByText('A long story').count()).toBe(0)
    await press(page, 'Keep It')
    await unsavedTextQuestion().waitFor({ state: 'detached' })
    await logIn(page, khateeb)
    await page.waitForURL('**/about-me')
    await expect.poll(() => field(page, 'Bio').inputValue()).toBe('A long story')
  })

  test.for(['Keep It', 'Discard It'])('“%s” moves the focus to the login', async (answer) => {
    await page.getByRole('button', { name: answer, exact: true }).press('Enter')
    await unsavedTextQuestion().waitFor({ state: 'detached' })
    await expect.poll(() => hasFocus(page.getByRole('main'))).toBe(true)
  })

  test('unsaved text that was discarded is deleted', async () => {
    await press(page, 'Discard It')
    await unsavedTextQuestion().waitFor({ state: 'detached' })
    await logIn(page, khateeb)
    await page.waitForURL('**/about-me')
    await expect.poll(() => field(page, 'Bio').inputValue()).toBe('')
  })

  test('unsaved text that was kept is deleted when another user signs in', async () => {
    await press(page, 'Keep It')
    await logIn(page, await newKhateeb(site.url))
    await page.waitForURL('**/about-me')
    await expect.poll(sessionStorageJson).not.toContain('A long story')
    expect(await field(page, 'Bio').inputValue()).toBe('')
  })
})

describe('unsaved text about a user’s second party that is kept after a sign-out in another tab', () => {
  let masjid: TestAccount

  beforeEach(async () => {
    masjid = await newMasjid(site.url)
    const { db } = site.database
    await joinMasjid(db, await personIdOf(db, khateeb.uid), masjid.uid, 'owner')
    await open(withActingParty('/about-me', masjid.uid))
    await field(page, 'Masjid address').fill('9 New Street')
    await signOutInOtherTab()
    await press(page, 'Keep It')
  })

  test('is restored when the same user signs in', async () => {
    await logIn(page, khateeb)
    await page.waitForURL('**/about-me?as=*')
    await expect.poll(() => field(page, 'Masjid address').inputValue()).toBe('9 New Street')
  })

  test('is deleted when another member of the masjid signs in', async () => {
    await logIn(page, masjid)
    await page.waitForURL('**/about-me?as=*')
    await expect.poll(() => field(page, 'Masjid address').inputValue()).toBe('1 Main Street')
    expect(await sessionStorageJson()).not.toContain('9 New Street')
  })
})

test('a typed withdrawal reason that the user keeps after a sign-out in another tab is restored when the same user signs in', async () => {
  const masjid = await newMasjid(site.url)
  await confirmKhateeb(masjid, khateeb, await postSlot(masjid))
  await open('/dashboard')
  await press(page, 'Withdraw')
  await page.getByLabel('Reason').fill('My flight was cancelled.')
  await signOutInOtherTab()
  await press(page, 'Keep It')
  await logIn(page, khateeb)
  await press(page, 'Withdraw')
  await expect.poll(() => page.getByLabel('Reason').inputValue()).toBe('My flight was cancelled.')
})

describe('the typed reason of a withdrawal', () => {
  let masjid: TestAccount

  beforeEach(async () => {
    masjid = await newMasjid(site.url)
    await confirmKhateeb(masjid, khateeb, await postSlot(masjid))
    await open('/dashboard')
    await press(page, 'Withdraw')
    await page.getByLabel('Reason').fill('My flight was canceled.')
  })

  test('is deleted from storage when the dialog is canceled, but not from the open screen', async () => {
    await pressInDialog(page, 'Cancel')
    expect(await sessionStorageJson()).not.toContain('My flight was canceled.')
    await press(page, 'Withdraw')
    await expect.poll(() => page.getByLabel('Reason').inputValue()).toBe('My flight was canceled.')
  })

  test('is deleted if the khateeb presses Withdraw after the masjid has removed him', async () => {
    await removeKhateebFrom(masjid, { masjidUid: masjid.uid, khutbahDate: friday, khutbahTime: '13:00' })
    await pressInDialog(page, 'Withdraw')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    expect(await sessionStorageJson()).not.toContain('My flight was canceled.')
  })
})

test('a sign-in of another user in another tab deletes unsaved text', async () => {
  await open('/about-me')
  await field(page, 'Bio').fill('A long story')
  const tab = await page.context().newPage()
  await tab.context().clearCookies()
  await tab.goto('/login')
  const reloaded = page.waitForEvent('load')
  await logIn(tab, await newKhateeb(site.url))
  await reloaded
  expect(await sessionStorageJson()).not.toContain('A long story')
})
