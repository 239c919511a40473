import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestToLead } from '../../contract/proposals.ts'
import { openSite, type Site } from '../runtime/browser.ts'
import { dayAndDate } from '../runtime/dates.ts'
import { friday, fridayAfter, postSlot } from '../runtime/slots.ts'
import {
  khateebScreens,
  masjidScreens,
  newPair,
  openScreen,
  type Pair,
  publicScreens,
} from './every-screen.ts'
import { openAs } from './pages.ts'

let site: Site
let pair: Pair

beforeAll(async () => {
  site = await openSite()
  pair = await newPair(site.url)
  const slot = await postSlot(pair.masjid, '16:00', fridayAfter(1))
  await pair.khateeb.client.call(requestToLead, { ...slot, khateebId: 'me' })
})
afterAll(() => site.close())

/** What somebody who hears the screen would stumble over. */
function stumbles(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const levels = [...document.querySelectorAll('h1, h2, h3, h4')].map((it) => Number(it.tagName.slice(1)))
    const jumps = levels.filter((level, place) => level > (levels[place - 1] ?? 0) + 1)
    const alike = new Map<string, number>()
    for (const it of document.querySelectorAll('main button')) {
      const name = it.getAttribute('aria-label') ?? it.textContent.trim()
      const described = (it.ariaDescribedByElements ?? []).map((by) => by.textContent)
      const heard = `${name}: ${described.join(' ')}`
      alike.set(heard, (alike.get(heard) ?? 0) + 1)
    }
    return [
      ...(levels.filter((it) => it === 1).length === 1 ? [] : ['has not one title']),
      ...jumps.map((level) => `jumps to a heading of level ${level}`),
      ...[...alike]
        .filter(([, count]) => count > 1)
        .map(([heard]) => `has two buttons that sound alike: ${heard}`),
      ...(document.querySelectorAll('main').length === 1 ? [] : ['has not one main part']),
      ...[...document.querySelectorAll('nav')]
        .filter((it) => !it.ariaLabel)
        .map(() => 'has a nameless navigation'),
    ]
  })
}

/** What is read out: the words of a live region of this kind. */
function announced(page: Page, role: 'status' | 'alert', words: string) {
  return page.getByRole(role).getByText(words, { exact: true })
}

test('by names alone a masjid finds its rows, decides, and hears how it went', async () => {
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

test('on every screen the headings are in order, and no two buttons sound alike', async () => {
  const found: Record<string, string[]> = {}
  for (const [page, screens] of [
    [await site.open(), publicScreens],
    [await openAs(site, pair.khateeb), khateebScreens(pair)],
    [await openAs(site, pair.masjid), masjidScreens(pair)],
  ] as const) {
    for (const screen of screens) {
      await openScreen(page, screen)
      const onScreen = await stumbles(page)
      if (onScreen.length > 0) found[screen] = onScreen
    }
  }
  expect(found).toEqual({})
})
