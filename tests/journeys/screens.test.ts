import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { openSite } from '../runtime/browser.ts'
import { dayAndDate } from '../runtime/format-dates.ts'
import { friday, fridayAfter, postSlot, requestSlot } from '../runtime/slots.ts'
import { narrowFamily, wideFamily } from '../runtime/test-fonts.ts'
import { khateebScreens, masjidScreens, openScreen, publicScreens } from './every-screen.ts'
import { newArabicPair, newPairWithLongNames } from './named-pairs.ts'
import { openAs } from './pages.ts'
import { setFont } from './probes/layout.ts'
import { renderedFonts } from './probes/rendered-fonts.ts'
import { openPageForProbes, problemsOn, screenProblems } from './probes/screen-problems.ts'
import { dateRow } from './sections.ts'

const site = await openSite()
const [pair, arabicPair] = await Promise.all([newPairWithLongNames(site.url), newArabicPair(site.url)])
// Send a second request, because the probes check that the buttons of two requests have different descriptions.
await requestSlot(pair.khateeb, await postSlot(pair.masjid, '16:00', fridayAfter(1)))

/** Returns the problems that all probes except axe find. Axe takes longer than the other probes. */
const problemsExceptAxe = (page: Page) => screenProblems(page, ['axe'])

test('the screens of a signed-out visitor pass the layout and accessibility checks', async () => {
  expect(await problemsOn(await openPageForProbes(site), publicScreens)).toEqual({})
})

test.each([
  ['a khateeb', arabicPair.khateeb, khateebScreens(arabicPair)],
  ['a masjid', arabicPair.masjid, masjidScreens(arabicPair)],
])('the screens of %s with Arabic names pass all checks other than axe', async (_, person, screens) => {
  expect(await problemsOn(await openAs(site, person), screens, problemsExceptAxe)).toEqual({})
})

/** Finds a text in a live region. */
function announcement(page: Page, role: 'status' | 'alert', words: string) {
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
  const descriptions = await approve.evaluate((it) => it.ariaDescribedByElements?.map((by) => by.textContent))
  // The third description is empty, because this approval has no other consequences.
  expect(descriptions).toEqual([pair.khateeb.name, `${dayAndDate(friday)} · 11:30 AM`, ''])
  await page.route('**/approve_request_full', (route) => route.abort())
  await approve.click()
  await announcement(page, 'alert', 'Failed to approve request.').waitFor()
  await page.unroute('**/approve_request_full')
  await approve.click()
  await announcement(page, 'status', 'Request approved successfully! Please refresh.').waitFor()
  await expect.poll(() => requests.getByRole('listitem').count()).toBe(1)
  const day = dateRow(page, friday)
  await expect.poll(() => day.getByRole('button', { name: 'Remove Khateeb' }).count()).toBe(2)
})

describe('the test browser', () => {
  beforeEach(({ skip }) => {
    skip(process.platform !== 'linux', 'only on Linux can a browser ignore system fonts')
  })

  test('renders text only in the fonts of the tests', async () => {
    const page = await openAs(site, arabicPair.masjid)
    await openScreen(page, '/masjid-landing')
    expect(await renderedFonts(page)).toEqual(['DejaVu Sans', 'DejaVu Serif'])
  })

  test.each([narrowFamily, wideFamily])(
    'renders Latin text in %s if a test sets this font',
    async (family) => {
      const page = await site.open()
      await openScreen(page, '/login')
      await setFont(page, '100%', family)
      await expect.poll(() => renderedFonts(page)).toEqual([family])
    },
  )
})
