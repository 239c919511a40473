import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { disableServerRendering } from '../../tools/browser/disable-server-rendering.ts'
import { openSite } from '../runtime/browser.ts'
import { newPair, openScreen } from './every-screen.ts'
import { openAs } from './pages.ts'

const site = await openSite()
const pair = await newPair(site.url)

/** Makes all accounts appear verified. */
async function showAllAsVerified(page: Page): Promise<void> {
  await disableServerRendering(page)
  await page.route(/\/get_/, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll('"verified":false', '"verified":true')
    await route.fulfill({ response, body })
  })
}

test.each([
  ['khateeb', '/dashboard'],
  ['khateeb', '/nearby-masjids'],
  ['khateeb', `/masjid-details/${pair.masjid.uid}`],
  ['khateeb', `/masjid-info/${pair.masjid.uid}`],
  ['masjid', '/masjid-landing'],
  ['masjid', '/nearby-khateebs'],
  ['masjid', `/khateeb-details/${pair.khateeb.uid}`],
] as const)('a %s sees the verified badge on %s only for verified accounts', async (role, screen) => {
  const page = await openAs(site, pair[role])
  const badges = page.getByRole('main').getByText('Verified', { exact: true })
  await openScreen(page, screen)
  expect(await badges.count()).toBe(0)
  await showAllAsVerified(page)
  await openScreen(page, screen)
  await expect.poll(() => badges.count()).toBeGreaterThan(0)
  await page.context().close()
})
