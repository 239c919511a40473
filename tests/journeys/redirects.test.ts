import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { actingUidIn, withActingParty } from '../../contract/acting-party.ts'
import { paths } from '../../contract/screen-paths.ts'
import { disableServerRendering } from '../../tools/browser/disable-server-rendering.ts'
import { joinMasjid } from '../runtime/add-member.ts'
import { openSite } from '../runtime/browser.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { personIdOf } from '../runtime/person-id.ts'
import { waitForToast } from './forms.ts'
import { holdRequests } from './hold-requests.ts'
import { openAs } from './pages.ts'

let page: Page

const site = await openSite()
const khateeb = await newKhateeb(site.url)

beforeEach(async () => {
  page = await openAs(site, khateeb, '/dashboard')
  await title(khateeb.name).waitFor()
})

function title(name: string) {
  return page.getByRole('heading', { level: 1, name })
}

const forms = [
  ['/login', 'Login'],
  ['/khateeb-signup', 'Sign Up To Be A Khateeb'],
  ['/masjid-signup', 'Sign Up For Your Local Masjid'],
] as const

test.each(forms)(
  '%s redirects a signed-in member to the home screen without being shown',
  async (screen, heading) => {
    await disableServerRendering(page)
    const held = await holdRequests(page, '**/identity/session')
    await page.goto(screen)
    await expect.poll(held.count).toBe(1)
    expect(await title(heading).count()).toBe(0)
    held.release()
    await title(khateeb.name).waitFor()
    expect(new URL(page.url()).pathname).toBe('/dashboard')
  },
)

test.each(forms)('%s is shown to a visitor whose session has ended', async (screen, heading) => {
  await page.context().clearCookies()
  await page.goto(screen)
  await title(heading).waitFor()
  expect(new URL(page.url()).pathname).toBe(screen)
})

test('the login screen is shown if the session cannot be loaded', async () => {
  await disableServerRendering(page)
  await page.route('**/identity/session', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/login')
  await title('Login').waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
})

test('the login redirects a signed-in member to the screen in ?next=', async () => {
  await page.goto('/login?next=%2Faccount')
  await title('Account and Security').waitFor()
  expect(new URL(page.url()).pathname).toBe('/account')
})

test('the login redirects a signed-in member to the address in ?next=, and the screen acts for the party in this address', async () => {
  const [first, second] = [await newMasjid(site.url), await newMasjid(site.url)]
  const { db } = site.database
  await joinMasjid(db, await personIdOf(db, first.uid), second.uid, 'owner')
  page = await openAs(site, first, '/masjid-landing')
  await title(first.name).waitFor()
  await page.goto(paths.loginThen(withActingParty(paths.masjidLanding, second.uid)))
  await title(second.name).waitFor()
  expect(actingUidIn(new URL(page.url()).search)).toBe(second.uid)
})

test('a signed-in masjid that opens a sign-up form is told to log out first, and Back leads to the home page', async () => {
  const masjid = await newMasjid(site.url)
  page = await openAs(site, masjid, '/masjid-landing')
  await title(masjid.name).waitFor()
  await page.goto('/')
  await page.getByRole('link', { name: 'Sign Up To Be A Khateeb' }).click()
  await waitForToast(page, `You are signed in as ${masjid.name}. Log out first to create another account.`)
  await title(masjid.name).waitFor()
  await page.goBack()
  await title('Find Your Local Khateeb').waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
})

test('a loading indicator is announced and shown until the next screen is ready', async () => {
  const held = await holdRequests(page, '**/assets/about-us*.js')
  await page.reload()
  await title(khateeb.name).waitFor()
  await page.getByRole('link', { name: 'About Us' }).click()
  const loading = page.getByRole('status', { name: 'Loading…' })
  await loading.waitFor()
  expect(await title('About Us').count()).toBe(0)
  held.release()
  await title('About Us').waitFor()
  await expect.poll(() => loading.count()).toBe(0)
})
