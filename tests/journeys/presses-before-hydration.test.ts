import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { landingPaths, paths } from '../../contract/screen-paths.ts'
import { openSite } from '../runtime/browser.ts'
import { friday, fridayAfter, postSlot } from '../runtime/slots.ts'
import { newPairWithLongNames } from './named-pairs.ts'
import { openAs } from './pages.ts'

const site = await openSite()
const { khateeb, masjid } = await newPairWithLongNames(site.url)
// Post two open slots, because the button Request Slots is not shown for a single slot.
await postSlot(masjid, '16:00', fridayAfter(1))
await postSlot(masjid, '17:00', fridayAfter(1))

/** Opens a server-rendered screen, and lets it load only the scripts that its document preloads. Resolves when the document is hydrated. */
async function openWithoutLaterScripts(page: Page, address: string): Promise<void> {
  let html = ''
  await page.route('**', async (route, request) => {
    if (request.resourceType() === 'document') {
      const response = await route.fetch()
      html = await response.text()
      await route.fulfill({ response, body: html })
    } else {
      const { pathname } = new URL(request.url())
      // Leave the requests for later scripts without a response.
      if (!pathname.endsWith('.js') || html.includes(pathname)) await route.fallback()
    }
  })
  await expect
    .poll(async () => {
      await page.goto(address, { waitUntil: 'commit' })
      return html
    })
    .toMatch(/<div id="root"[^>]* inert/)
  await page.locator('#root:not([inert])').waitFor()
}

/**
 * Returns the controls that look usable although React does not handle their input. Leaves out buttons that open a popover, because the
 * browser itself opens it.
 */
function unhandledControls(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('#root :is(button:not([popovertarget]), input, select, textarea)')]
      .filter((it) => it.closest('[inert], [aria-disabled="true"]') === null)
      .filter((it) => !Object.keys(it).some((key) => key.startsWith('__reactProps')))
      .map((it) => it.outerHTML),
  )
}

test.each([
  ['a khateeb', khateeb, landingPaths.khateeb],
  ['a khateeb', khateeb, paths.masjidDetails(masjid.uid)],
  ['a khateeb', khateeb, paths.khutbah(friday, masjid.uid)],
  ['a masjid', masjid, landingPaths.masjid],
  ['a masjid', masjid, paths.nearbyKhateebs],
  ['a masjid', masjid, paths.plan],
])(
  'for %s, a server-rendered control is disabled until its script has loaded (%#)',
  async (_, person, address) => {
    const page = await openAs(site, person)
    await openWithoutLaterScripts(page, address)
    await expect.poll(() => unhandledControls(page)).toEqual([])
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
)
