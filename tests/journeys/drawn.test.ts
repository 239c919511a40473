import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite, type Site, signInOn } from '../runtime/browser.ts'
import type { Person } from '../runtime/people.ts'
import { khateebScreens, masjidScreens, newPair, openScreen, type Pair } from './every-screen.ts'
import { endSessions } from './session-question.ts'

let site: Site
let pair: Pair

beforeAll(async () => {
  site = await openSite()
  pair = await newPair(site.url)
})
afterAll(() => site.close())

/** What stands on a screen, by its letters. */
const words = (page: Page) => page.locator('#root').innerText()

async function withoutScripts(person: Person): Promise<Page> {
  const page = await site.open({ javaScriptEnabled: false })
  await signInOn(page, person)
  return page
}

/** Loads a document until it is what it should be: where the machine is too busy to draw in time, it comes without. */
const untilDrawn = <What>(load: () => Promise<What>, whole: What) => expect.poll(load).toEqual(whole)

/** What is sought, typed or told by one's own clock only the browser can draw, and what isn't there nobody. */
const notDrawn = /\?|^\/(about-me|account|slot-history|about-us|masjid-about-us|masjid-info\/nobody)$/
/** Screens of the other role, which say aloud that they are. */
const others = { khateeb: '/masjid-landing', masjid: '/dashboard' }

test.each(['khateeb', 'masjid'] as const)(
  'the screens of a %s can be read before any script has run, and are the same after',
  async (role) => {
    const screens = role === 'khateeb' ? khateebScreens(pair) : masjidScreens(pair)
    const drawn = await withoutScripts(pair[role])
    const usual = await site.open()
    await signInOn(usual, pair[role])
    for (const screen of screens.filter((it) => !notDrawn.test(it) && it !== others[role])) {
      await drawn.goto(screen)
      await openScreen(usual, screen)
      expect([screen, await words(drawn)]).toEqual([screen, await words(usual)])
    }
  },
)

test('a document with what somebody may see is kept by nobody; whoever has no session gets the same as all', async () => {
  const { request } = (await withoutScripts(pair.khateeb)).context()
  const ask = async () => {
    const answer = await request.get('/dashboard')
    return {
      text: await answer.text(),
      kept: answer.headers()['cache-control'],
      by: answer.headers()['vary'],
    }
  }
  await untilDrawn(async () => (await ask()).text.includes(pair.masjid.name), true)
  expect(await ask()).toMatchObject({ kept: 'no-store', by: 'accept-encoding, cookie' })

  await endSessions(pair.khateeb)
  const ended = await ask()
  expect(ended).toMatchObject({ kept: 'no-cache', by: 'accept-encoding' })
  expect(ended.text).not.toContain(pair.masjid.name)
  const nobodys = await (await site.open()).context().request.get('/dashboard')
  expect(await nobodys.text()).toBe(ended.text)
})

test('what is drawn stays until its screen can be used, and can’t be before', async () => {
  const page = await site.open()
  await signInOn(page, pair.masjid)
  const held: Route[] = []
  await page.route('**/get_khateebs?*', (route) => void held.push(route))
  const drawn = page.locator('#root > [inert]')
  await untilDrawn(async () => {
    await page.goto('/masjid-landing')
    return drawn.count()
  }, 1)
  expect(await drawn.innerText()).toContain(pair.khateeb.name)
  const add = page.getByRole('button', { name: 'Add New Khutbah' })
  expect(await add.count()).toBe(0)
  await Promise.all(held.map((route) => route.continue()))
  await add.waitFor()
  expect(await drawn.count()).toBe(0)
  expect(await words(page)).toContain(pair.khateeb.name)
})
