import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { requestToLead } from '../../contract/proposals.ts'
import { openSite } from '../runtime/browser.ts'
import { dayAndDate } from '../runtime/format-dates.ts'
import { friday, fridayAfter, postSlot } from '../runtime/slots.ts'
import { khateebScreens, masjidScreens, newPair, openScreen, publicScreens } from './every-screen.ts'
import { openAs } from './pages.ts'

const site = await openSite()
const pair = await newPair(site.url)
const slot = await postSlot(pair.masjid, '16:00', fridayAfter(1))
await pair.khateeb.client.call(requestToLead, { ...slot, khateebId: 'me' })

/** Problems for screen-reader users: heading levels, ambiguous buttons and landmarks. */
function problemsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const levels = [...document.querySelectorAll('h1, h2, h3, h4')].map((it) => Number(it.tagName.slice(1)))
    const jumps = levels.filter((level, place) => level > (levels[place - 1] ?? 0) + 1)
    const countByName = new Map<string, number>()
    for (const it of document.querySelectorAll('main button')) {
      const name = it.getAttribute('aria-label') ?? it.textContent.trim()
      const described = (it.ariaDescribedByElements ?? []).map((by) => by.textContent)
      const heard = `${name}: ${described.join(' ')}`
      countByName.set(heard, (countByName.get(heard) ?? 0) + 1)
    }
    return [
      ...(levels.filter((it) => it === 1).length === 1 ? [] : ['does not have exactly one h1']),
      ...jumps.map((level) => `jumps to a heading of level ${level}`),
      ...[...countByName]
        .filter(([, count]) => count > 1)
        .map(([heard]) => `has two buttons with the same name and description: ${heard}`),
      ...(document.querySelectorAll('main').length === 1 ? [] : ['does not have exactly one main landmark']),
      ...[...document.querySelectorAll('nav')]
        .filter((it) => !it.ariaLabel)
        .map(() => 'has a navigation landmark without a name'),
    ]
  })
}

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

test('every screen has ordered headings, landmarks, and buttons that can be told apart', async () => {
  const found: Record<string, string[]> = {}
  for (const [page, screens] of [
    [await site.open(), publicScreens],
    [await openAs(site, pair.khateeb), khateebScreens(pair)],
    [await openAs(site, pair.masjid), masjidScreens(pair)],
  ] as const) {
    for (const screen of screens) {
      await openScreen(page, screen)
      const onScreen = await problemsOn(page)
      if (onScreen.length > 0) found[screen] = onScreen
    }
  }
  expect(found).toEqual({})
})
