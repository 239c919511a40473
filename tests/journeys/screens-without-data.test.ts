import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { disableServerRendering } from '../../tools/browser/disable-server-rendering.ts'
import { openSite } from '../runtime/browser.ts'
import { friday } from '../runtime/slots.ts'
import { press } from './forms.ts'
import { holdRequests } from './hold-requests.ts'
import { newPairWithLongNames } from './named-pairs.ts'
import { internalError } from './pages.ts'
import { openPageForProbes, problemsOn, screenProblems } from './probes/screen-problems.ts'

const site = await openSite()
const pair = await newPairWithLongNames(site.url)

const dataCallPattern =
  /\/(users|masjids)\/me(\/|\?|$)|\/get_|\/blocked_accounts|\/identity\/(email|sessions)(\?|$)/

describe.each([
  [
    'khateeb',
    [
      '/dashboard',
      '/nearby-masjids',
      '/my-khutbahs',
      '/nearby-slots',
      '/about-me',
      '/account',
      `/masjid-details/${pair.masjid.uid}`,
      `/masjid-info/${pair.masjid.uid}`,
      `/khutbah/${friday}?masjid=${pair.masjid.uid}`,
      `/khateeb-details/${pair.khateeb.uid}`,
    ],
  ],
  [
    'masjid',
    [
      '/masjid-landing',
      '/nearby-khateebs',
      '/archived-khutbahs',
      '/slot-history',
      '/about-me',
      '/account',
      `/khateeb-details/${pair.khateeb.uid}`,
    ],
  ],
] as const)('the screens of a %s', (role, screens) => {
  test('pass the layout and accessibility checks after their data failed to load', async () => {
    const page = await openPageForProbes(site, pair[role])
    await disableServerRendering(page)
    await page.route(dataCallPattern, (route) => route.fulfill(internalError))
    const open = async (_: Page, screen: string) => {
      await page.goto(screen)
      await page.getByRole('button', { name: 'Try Again' }).first().waitFor()
    }
    expect(await problemsOn(page, screens, screenProblems, open)).toEqual({})
  })

  test('pass the layout and accessibility checks while their data is loading', async () => {
    const page = await openPageForProbes(site, pair[role])
    await disableServerRendering(page)
    await holdRequests(page, dataCallPattern)
    const open = async (_: Page, screen: string) => {
      await page.goto(screen, { waitUntil: 'commit' })
      await page.getByLabel('Loading…').first().waitFor()
    }
    expect(await problemsOn(page, screens, screenProblems, open)).toEqual({})
  })
})

test('a screen whose session cannot be loaded passes the layout and accessibility checks', async () => {
  const page = await openPageForProbes(site, pair.khateeb)
  await disableServerRendering(page)
  await page.route('**/identity/session', (route) => route.fulfill(internalError))
  await page.goto('/dashboard')
  await page.getByRole('alert').waitFor()
  expect(await screenProblems(page)).toEqual([])
})

test.each([
  ['a signed-out visitor', '/login', '**/assets/login*.js', undefined],
  ['a khateeb', '/about-me', '**/assets/about-me*.js', pair.khateeb],
])(
  'a screen of %s whose script failed to load passes the layout and accessibility checks',
  async (_, screen, script, person) => {
    const page = await openPageForProbes(site, person)
    await page.route(script, (route) => route.abort())
    await page.goto(screen)
    await page.getByRole('heading', { level: 1, name: 'This screen didn’t open' }).waitFor()
    await page.route('**', (route) => route.abort())
    await press(page, 'Reload')
    await page.getByText('There is still no connection.').waitFor()
    expect(await screenProblems(page)).toEqual([])
  },
)
