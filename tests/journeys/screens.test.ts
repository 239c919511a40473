import type { Page } from 'playwright-core'
import { matchPath } from 'react-router'
import { beforeEach, describe, expect, test } from 'vitest'
import { patterns } from '../../web/app/paths.ts'
import { openSite } from '../runtime/browser.ts'
import { dayAndDate } from '../runtime/format-dates.ts'
import { friday, fridayAfter, postSlot, requestSlot } from '../runtime/slots.ts'
import { narrowFamily, wideFamily } from '../runtime/test-fonts.ts'
import { khateebScreens, masjidScreens, openScreen, publicScreens } from './every-screen.ts'
import { newArabicPair, newPairWithLongNames } from './named-pairs.ts'
import { openAs } from './pages.ts'
import { layoutProblems, setFont } from './probes/layout.ts'
import { renderedFonts } from './probes/rendered-fonts.ts'
import { openProbed, problemsOn } from './probes/screen-problems.ts'

const site = await openSite()
const [pair, arabic] = await Promise.all([newPairWithLongNames(site.url), newArabicPair(site.url)])
// Buttons of two requests must have different descriptions.
await requestSlot(pair.khateeb, await postSlot(pair.masjid, '16:00', fridayAfter(1)))

test.each([
  ['a signed-out visitor', undefined, publicScreens],
  ['a khateeb', pair.khateeb, khateebScreens(pair)],
  ['a masjid', pair.masjid, masjidScreens(pair)],
])('the screens of %s pass the screen probes', async (_, person, screens) => {
  expect(await problemsOn(await openProbed(site, person), screens)).toEqual({})
})

test.each([
  ['a khateeb', arabic.khateeb, khateebScreens(arabic)],
  ['a masjid', arabic.masjid, masjidScreens(arabic)],
])('the screens of %s with Arabic names fit', async (_, person, screens) => {
  expect(await problemsOn(await openAs(site, person), screens, layoutProblems)).toEqual({})
})

test('these tests cover every route of the page', () => {
  const screens = [...publicScreens, ...khateebScreens(pair), ...masjidScreens(pair)]
  const tested = screens.map((screen) => new URL(screen, site.url).pathname)
  expect(
    Object.values(patterns).filter((pattern) => !tested.some((it) => matchPath(pattern, it) !== null)),
  ).toEqual([])
})

/** A text in a live region. */
function announced(page: Page, role: 'status' | 'alert', words: string) {
  return page.getByRole(role).getByText(words, { exact: true })
}

test('a masjid can find and approve a request by accessible names, and the result is announced', async () => {
  const page = await openAs(site, pair.masjid)
  await openScreen(page, '/masjid-landing')
  const main = page.getByRole('main')
  expect(await page.getByRole('navigation', { name: 'Main' }).getByRole('link').count()).toBe(2)
  const requests = main.getByRole('region', { name: 'Pending Requests', exact: true })
  expect(await requests.getByRole('list').getByRole('listitem').count()).toBe(2)
  const approve = requests.getByRole('button', { name: 'Approve', exact: true }).first()
  expect(await approve.evaluate((it) => it.ariaDescribedByElements?.map((by) => by.textContent))).toEqual([
    pair.khateeb.name,
    `${dayAndDate(friday)} · 11:30 AM`,
  ])
  await page.route('**/approve_request_full', (route) => route.abort())
  await approve.click()
  await announced(page, 'alert', 'Failed to approve request.').waitFor()
  await page.unroute('**/approve_request_full')
  await approve.click()
  await announced(page, 'status', 'Request approved successfully! Please refresh.').waitFor()
  await expect.poll(() => requests.getByRole('listitem').count()).toBe(1)
  const day = main.getByRole('article', { name: dayAndDate(friday) })
  await expect.poll(() => day.getByRole('button', { name: 'Remove Khateeb' }).count()).toBe(2)
})

describe('the test browser', () => {
  beforeEach(({ skip }) => {
    skip(process.platform !== 'linux', 'only on Linux can a browser ignore system fonts')
  })

  test('renders text only in the fonts of the tests', async () => {
    const page = await openAs(site, arabic.masjid)
    await openScreen(page, '/masjid-landing')
    expect(await renderedFonts(page)).toEqual(['DejaVu Sans', 'DejaVu Serif'])
  })

  test.each([narrowFamily, wideFamily])('renders Latin text in %s when a test sets it', async (family) => {
    const page = await site.open()
    await openScreen(page, '/login')
    await setFont(page, '100%', family)
    await expect.poll(() => renderedFonts(page)).toEqual([family])
  })
})
