import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSite, withPreloadedScreens } from '../runtime/browser.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { confirmKhateeb, postSlot } from '../runtime/slots.ts'
import { field, press, waitForToast } from './forms.ts'
import { openAs, untilScriptsLoaded } from './pages.ts'
import { row } from './sections.ts'

const site = withPreloadedScreens(await openSite())
const [masjid, khateeb] = await Promise.all([newMasjid(site.url), newKhateeb(site.url)])
await confirmKhateeb(masjid, khateeb, await postSlot(masjid))

/** Fails all requests from now on. */
function goOffline(page: Page): Promise<unknown> {
  return page.route('**', (route) => route.abort())
}

test('a screen whose script fails to load keeps the navigation bar, shows an error, and can be reloaded', async () => {
  const page = await openAs(site, khateeb)
  await page.route('**/assets/about-us*.js', (route) => route.abort())
  await page.goto('/dashboard', { waitUntil: 'networkidle' })
  await goOffline(page)
  await page.getByRole('link', { name: 'About Us' }).click()
  await page.getByRole('heading', { level: 1, name: 'This screen didn’t open' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  await press(page, 'Reload')
  await page.getByRole('alert').getByText('There is still no connection.').waitFor()
  await page.unrouteAll()
  await press(page, 'Reload')
  await page.getByRole('heading', { level: 1, name: 'About Us' }).waitFor()
})

test('a signed-in screen whose script fails to load keeps the member’s navigation bar', async () => {
  const page = await openAs(site, khateeb)
  await page.route('**/assets/about-me*.js', (route) => route.abort())
  await page.goto('/dashboard', { waitUntil: 'networkidle' })
  await page.getByRole('link', { name: 'About Me' }).click()
  await page.getByRole('heading', { level: 1, name: 'This screen didn’t open' }).waitFor()
  const bar = page.getByRole('navigation', { name: 'Main' })
  await expect
    .poll(() => bar.getByRole('listitem').allInnerTexts())
    .toEqual(['Dashboard', 'About Me', 'About Us', 'Logout'])
  await bar.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('heading', { level: 1, name: khateeb.name }).waitFor()
})

test('a link on the home page shows an error when the routes of the other screens fail to load', async () => {
  const page = await site.open()
  await page.route('**/assets/other-routes*.js', (route) => route.abort())
  await page.goto('/')
  await untilScriptsLoaded(page)
  await page.getByRole('link', { name: 'Sign Up To Be A Khateeb' }).click()
  await page.getByRole('heading', { level: 1, name: 'This screen didn’t open' }).waitFor()
  expect(await page.getByRole('link', { name: 'Minbar, home' }).count()).toBe(1)
  await page.unrouteAll()
  await press(page, 'Reload')
  await page.getByRole('heading', { level: 1, name: 'Sign Up To Be A Khateeb' }).waitFor()
})

test('a prerendered screen whose script fails to load shows an error', async () => {
  const page = await site.open()
  await page.route('**/assets/login*.js', (route) => route.abort())
  await page.goto('/login')
  await page.getByRole('heading', { level: 1, name: 'This screen didn’t open' }).waitFor()
  expect(await page.getByRole('link', { name: 'Minbar, home' }).count()).toBe(1)
  await page.unroute('**/assets/login*.js')
  await press(page, 'Reload')
  await page.getByRole('heading', { level: 1, name: 'Login' }).waitFor()
})

test('dialogs open while the browser is offline', async () => {
  // Also wait for the scripts that the dialogs import, because a dialog's own script may load before them.
  const page = await openAs(site, masjid)
  await page.goto('/masjid-landing', { waitUntil: 'networkidle' })
  await untilScriptsLoaded(page, 'dialog', 'confirm-dialog', 'add-khutbah-dialog', 'identity', 'forms')
  await goOffline(page)
  await row(page, 'Upcoming Khutbahs', '1:00 PM').getByRole('button', { name: 'Remove Khateeb' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await press(page, 'Add New Khutbah')
  await expect.poll(() => page.getByRole('dialog').getByLabel('Date').isVisible()).toBe(true)

  const khateebPage = await openAs(site, khateeb)
  await khateebPage.goto('/dashboard', { waitUntil: 'networkidle' })
  await untilScriptsLoaded(khateebPage, 'dialog', 'confirm-dialog')
  await goOffline(khateebPage)
  await press(khateebPage, 'Withdraw')
  await khateebPage.getByRole('alertdialog').getByLabel('Reason').waitFor()
})

/** Adds a khutbah in the dialog of the landing screen. */
async function addKhutbah(page: Page): Promise<void> {
  await page.goto('/masjid-landing')
  await press(page, 'Add New Khutbah')
  await field(page, 'Date').waitFor()
  await press(page, 'Add Khutbah')
  await waitForToast(page, 'Khutbah added successfully!')
}

test('a change whose response is lost is retried with the same key and takes effect once', async () => {
  const page = await openAs(site, await newMasjid(site.url))
  const keys: (string | undefined)[] = []
  const responses: unknown[] = []
  await page.route('**/add_khutbah', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    const response = await route.fetch()
    responses.push(await response.json())
    // The server has made the change, but the browser gets no response.
    if (keys.length === 1) await route.abort()
    else await route.fulfill({ response })
  })
  await addKhutbah(page)
  expect(keys).toEqual([expect.stringMatching(/^[\w-]{8,}$/), keys[0]])
  // A second change would list the time as existing.
  expect(responses[1]).toEqual(responses[0])
  expect(responses[0]).toMatchObject({ existing: [] })
})

test('a change refused with 503 and Retry-After is retried once', async () => {
  const page = await openAs(site, await newMasjid(site.url))
  let times = 0
  await page.route('**/add_khutbah', async (route) => {
    times += 1
    if (times > 1) return route.continue()
    return route.fulfill({
      status: 503,
      headers: { 'retry-after': '1' },
      json: { error: 'Busy.', code: 'unavailable' },
    })
  })
  await addKhutbah(page)
  expect(times).toBe(2)
})
