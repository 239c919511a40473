import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite, type Site, signInOn } from '../runtime/browser.ts'
import { newKhateeb, newMasjid, type Person } from '../runtime/people.ts'
import {
  khateebScreens,
  masjidScreens,
  newPair,
  openScreen,
  type Pair,
  publicScreens,
} from './every-screen.ts'

const phone = '7345550142'
const formatted = /734\D{0,3}555\D{0,3}0142/

let site: Site
let pair: Pair
let otherKhateeb: Person
let otherMasjid: Person

beforeAll(async () => {
  site = await openSite({ LOG_LEVEL: 'trace' })
  pair = await newPair(site.url, { phone })
  otherKhateeb = await newKhateeb(site.url)
  otherMasjid = await newMasjid(site.url)
})
afterAll(() => site.close())

/** Everything that a browser gets to see on some screens, by where it stood: answers, and the page's own source. */
async function everythingOn(page: Page, screens: readonly string[]): Promise<Map<string, string>> {
  const seen = new Map<string, string>()
  const add = (where: string, what: string) => void seen.set(where, `${seen.get(where) ?? ''}${what}`)
  const bodies: Promise<void>[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/assets/')) return
    const keep = async () =>
      add(pathname, JSON.stringify(await response.allHeaders()) + (await response.text()))
    // A screen that was left has no answers any more.
    bodies.push(keep().catch(() => undefined))
  })
  page.on('console', (message) => add('console', message.text()))
  for (const screen of screens) {
    await openScreen(page, screen)
    await page.waitForLoadState('networkidle')
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
    add(`source of ${screen}`, (await page.content()) + stored)
  }
  await Promise.all(bodies)
  return seen
}

/** Where a secret stood. */
function placesOf(seen: Map<string, string>, secret: RegExp | string): string[] {
  const places = [...seen].filter(([, what]) =>
    typeof secret === 'string' ? what.includes(secret) : secret.test(what),
  )
  return places.map(([where]) => where).toSorted()
}

async function seenBy(person: Person | null, screens: readonly string[]) {
  const page = await site.open()
  if (person !== null) await signInOn(page, person)
  const seen = await everythingOn(page, screens)
  await page.context().close()
  expect(seen.size).toBeGreaterThan(screens.length)
  return {
    phone: placesOf(seen, formatted),
    khateebEmail: placesOf(seen, pair.khateeb.email),
    masjidEmail: placesOf(seen, pair.masjid.email),
  }
}

const details = () => [
  `/get_khateeb_details/${pair.khateeb.uid}`,
  `source of /khateeb-details/${pair.khateeb.uid}`,
]
const masjidDetails = () => `/get_masjid_details/${pair.masjid.uid}`

test('nobody gets to see a phone of a khateeb or an e-mail on any screen', async () => {
  const protectedToo = [...publicScreens, ...khateebScreens(pair).slice(0, 1)]
  expect(await seenBy(null, protectedToo)).toEqual({ phone: [], khateebEmail: [], masjidEmail: [] })
})

test('another khateeb gets to see the e-mail of a masjid where its details are, and no more', async () => {
  expect(await seenBy(otherKhateeb, khateebScreens(pair))).toEqual({
    phone: [],
    khateebEmail: [],
    masjidEmail: [masjidDetails()],
  })
})

test('another masjid gets to see nothing of either', async () => {
  expect(await seenBy(otherMasjid, masjidScreens(pair))).toEqual({
    phone: [],
    khateebEmail: [],
    masjidEmail: [],
  })
})

test('the masjid gets to see the phone of who asked for a slot on the screen about him alone, and its own e-mail', async () => {
  const seen = await seenBy(pair.masjid, masjidScreens(pair))
  expect(seen.phone).toEqual(details().toSorted())
  expect(seen.khateebEmail).toEqual([])
  // Its record, and the screens that tell it where its own letters go.
  const ofItself =
    /^(\/identity\/(session|email)|\/masjids\/me|source of \/(about-me|account|masjid-landing))$/
  expect(seen.masjidEmail.filter((it) => !ofItself.test(it))).toEqual([])
})

test('the khateeb gets to see his own', async () => {
  const seen = await seenBy(pair.khateeb, khateebScreens(pair))
  expect(seen.phone).toEqual(['/users/me', ...details()].toSorted())
  expect(seen.khateebEmail).toContain('/users/me')
})

test('the server wrote nothing of it into its log, at its most talkative', () => {
  const said = site.output()
  expect(said.split('\n').length).toBeGreaterThan(200)
  expect(formatted.exec(said)).toBeNull()
  const people = [pair.khateeb, pair.masjid, otherKhateeb, otherMasjid]
  expect(people.filter(({ email, token }) => said.includes(email) || said.includes(token))).toEqual([])
})
