import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite, type Site, signInOn } from '../runtime/browser.ts'
import { newMasjid, type Person } from '../runtime/people.ts'
import { khateebScreens, masjidScreens, newPair, openScreen, type Pair } from './every-screen.ts'
import { holdRequests } from './hold-requests.ts'
import { endSessions } from './sign-in-again.ts'

// Where the machine is too busy to render in time, a document comes without: here it is asked for until it is rendered.

let site: Site
let pair: Pair

beforeAll(async () => {
  site = await openSite()
  pair = await newPair(site.url, { phone: '7345550142' })
})
afterAll(() => site.close())

/** What stands on a screen, by its letters. */
const words = (page: Page) => page.locator('#root').innerText()

/** The same, after what its document is called. */
const titleAndWords = async (page: Page) => [await page.title(), await words(page)]

async function withoutScripts(person: Person): Promise<Page> {
  const page = await site.open({ javaScriptEnabled: false })
  await signInOn(page, person)
  return page
}

/** What only the browser renders, and what isn't there. */
const notRendered = /^\/(about-me|account|masjid-info\/nobody)$/
/** Screens of the other role, which say aloud that they are. */
const others = { khateeb: '/masjid-landing', masjid: '/dashboard' }

/** Has a page keep hold of the heading that its document came with. */
async function keepingItsHeading(page: Page): Promise<Page> {
  await page.addInitScript(() =>
    document.addEventListener('readystatechange', () => {
      const heading = document.querySelector('#root[inert] h1')
      // Before its scripts run.
      if (document.readyState === 'interactive') Object.assign(window, { heading })
    }),
  )
  return page
}

/** Whether what the document came with is still what is there. */
const isTakenOver = (page: Page) =>
  page.evaluate(() => document.querySelector('h1') === Object(window).heading)

test.each(['khateeb', 'masjid'] as const)(
  'the screens of a %s can be read before any script has run, and are taken over as they are',
  async (role) => {
    const screens = role === 'khateeb' ? khateebScreens(pair) : masjidScreens(pair)
    const drawn = await withoutScripts(pair[role])
    const usual = await keepingItsHeading(await site.open())
    await signInOn(usual, pair[role])
    for (const screen of screens.filter((it) => !notRendered.test(it) && it !== others[role])) {
      await expect
        .poll(async () => {
          await openScreen(usual, screen)
          return [screen, await isTakenOver(usual)]
        })
        .toEqual([screen, true])
      const there = await titleAndWords(usual)
      await expect
        .poll(async () => {
          await drawn.goto(screen)
          return titleAndWords(drawn)
        })
        .toEqual(there)
    }
  },
)

test('no cache stores a document with a caller’s screen; a caller without a session gets the document of everybody', async () => {
  const { request } = (await withoutScripts(pair.khateeb)).context()
  const ask = async () => {
    const answer = await request.get('/dashboard')
    return {
      text: await answer.text(),
      kept: answer.headers()['cache-control'],
      by: answer.headers()['vary'],
    }
  }
  let drawn = await ask()
  await expect.poll(async () => (drawn = await ask()).text).toContain(pair.masjid.name)
  expect(drawn).toMatchObject({ kept: 'no-store', by: 'accept-encoding, cookie' })

  await endSessions(pair.khateeb)
  const ended = await ask()
  expect(ended).toMatchObject({ kept: 'no-cache', by: 'accept-encoding' })
  expect(ended.text).not.toContain(pair.masjid.name)
  const nobodys = await (await site.open()).context().request.get('/dashboard')
  expect(await nobodys.text()).toBe(ended.text)
})

/** The document of a screen, rendered. */
async function renderedFor(page: Page, path: string): Promise<string> {
  let text = ''
  await expect
    .poll(async () => {
      const answer = await page.context().request.get(path)
      text = await answer.text()
      return text
    })
    .toContain('data-rendered')
  return text
}

test('two people who open the same address at once each get what they may see', async () => {
  const other = await newMasjid(site.url, { masjidName: 'Masjid of nobody else' })
  const [ofMasjid, ofOther] = [await withoutScripts(pair.masjid), await withoutScripts(other)]
  const about = `/khateeb-details/${pair.khateeb.uid}`
  const phone = /734\D{0,3}555\D{0,3}0142/
  const seen = async (page: Page) => {
    const [landing, khateeb] = await Promise.all([
      renderedFor(page, '/masjid-landing'),
      renderedFor(page, about),
    ])
    return {
      phone: phone.test(khateeb),
      names: [pair.masjid, other].map(({ name }) => landing.includes(name)),
      slots: landing.includes('10:00'),
    }
  }
  const mayBeSeen = { phone: true, names: [true, false], slots: true }
  const byOther = { phone: false, names: [false, true], slots: false }
  const pages = Array.from({ length: 8 }, (_, turn) => (turn % 2 === 0 ? ofMasjid : ofOther))
  const all = await Promise.all(pages.map(seen))
  expect(all).toEqual(pages.map((page) => (page === ofMasjid ? mayBeSeen : byOther)))
})

test('what is rendered stays until its screen can be used, and can’t be before', async () => {
  const page = await site.open()
  await signInOn(page, pair.masjid)
  const inert = () =>
    page.evaluate(() => document.querySelector<HTMLElement>('#root[inert]')?.innerText ?? '')
  const held = await holdRequests(page, '**/assets/first-*.js')
  await expect
    .poll(async () => {
      await page.goto('/masjid-landing', { waitUntil: 'commit' })
      await page.locator('#root').waitFor({ state: 'attached' })
      return inert()
    })
    .toContain(pair.khateeb.name)
  const add = page.getByRole('button', { name: 'Add New Khutbah' })
  expect(await add.count()).toBe(0)
  held.release()
  await add.waitFor()
  expect(await inert()).toBe('')
  await expect.poll(() => words(page)).toContain(pair.khateeb.name)
})
