import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestToLead } from '../../contract/proposals.ts'
import { openSite, type Site, signInOn } from '../runtime/browser.ts'
import { newKhateeb, newMasjid, type Person } from '../runtime/people.ts'
import { friday, post } from '../runtime/slots.ts'

let site: Site
let masjid: Person
let khateeb: Person

beforeAll(async () => {
  site = await openSite()
  masjid = await newMasjid(site.url)
  khateeb = await newKhateeb(site.url)
  const slot = await post(masjid)
  await khateeb.client.call(requestToLead, { khateebId: 'me', ...slot })
})
afterAll(() => site.close())

const viewports: readonly BrowserContextOptions[] = [
  { viewport: { width: 360, height: 780 }, colorScheme: 'light' },
  { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
]

/** What axe finds on the screen as it stands, in words. */
async function findings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((it) => it.html).join(' ')}`)
}

/** Opens each screen, waits for its heading and for whatever it loads, and gives what axe finds on any. */
async function findingsOn(page: Page, paths: readonly string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const path of paths) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    const onScreen = await findings(page)
    if (onScreen.length > 0) found[path] = onScreen
  }
  return found
}

describe.each(viewports)(
  'axe finds nothing on a screen of $viewport.width pixels, $colorScheme',
  (options) => {
    test('of nobody', async () => {
      const page = await site.open(options)
      const screens = [
        '/',
        '/login',
        '/khateeb-signup',
        '/masjid-signup',
        '/home-about-us',
        '/no/such/screen',
      ]
      expect(await findingsOn(page, screens)).toEqual({})
    })

    test('of a khateeb', async () => {
      const page = await site.open(options)
      await signInOn(page, khateeb)
      const screens = [
        '/dashboard',
        '/nearby-masjids',
        `/masjid-details/${masjid.uid}`,
        `/khutbah/${friday}?masjid=${masjid.uid}`,
        '/about-me',
      ]
      expect(await findingsOn(page, screens)).toEqual({})
    })

    test('of a masjid, with its dialog open as well', async () => {
      const page = await site.open(options)
      await signInOn(page, masjid)
      const screens = [
        '/nearby-khateebs',
        '/archived-khutbahs',
        `/khateeb-details/${khateeb.uid}`,
        '/masjid-about-us',
        '/masjid-landing',
      ]
      expect(await findingsOn(page, screens)).toEqual({})
      await page.getByRole('button', { name: 'Add New Khutbah' }).first().click()
      await page.getByRole('dialog').waitFor()
      // Its entrance is a fade, in which no contrast holds.
      await page.evaluate(() => Promise.all(document.getAnimations().map((it) => it.finished)))
      expect(await findings(page)).toEqual([])
    })
  },
)
