import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite, type Site, signInOn } from '../runtime/browser.ts'
import { newKhateeb, newMasjid, type Person } from '../runtime/people.ts'
import { friday } from '../runtime/slots.ts'
import { khateebScreens, masjidScreens, newPair, type Pair, publicScreens } from './every-screen.ts'
import { everythingOn, placesOf, sourcesWithAnswers } from './everything-on.ts'

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

async function seenBy(person: Person | null, screens: readonly string[]) {
  const page = await site.open()
  if (person !== null) await signInOn(page, person)
  const seen = await everythingOn(page, screens)
  await page.context().close()
  if (person !== null) expect(sourcesWithAnswers(seen)).toBeGreaterThan(screens.length / 2)
  return {
    phone: placesOf(seen, formatted),
    khateebEmail: placesOf(seen, pair.khateeb.email),
    masjidEmail: placesOf(seen, pair.masjid.email),
  }
}

/** The khateeb's details, by call and on their screen. */
const details = () => [
  `/get_khateeb_details/${pair.khateeb.uid}`,
  `source of /khateeb-details/${pair.khateeb.uid}`,
]
/** The masjid's details, by call and on each screen that stands on them. */
const masjidDetails = () => {
  const { uid } = pair.masjid
  const screens = [`/masjid-details/${uid}`, `/masjid-info/${uid}`, `/khutbah/${friday}?masjid=${uid}`]
  return [`/get_masjid_details/${uid}`, ...screens.map((screen) => `source of ${screen}`)]
}

/** The secret is in one of these places, and in no other. */
function expectOnly(places: readonly string[], allowed: readonly string[]): void {
  expect(places.filter((it) => !allowed.includes(it))).toEqual([])
  expect(places).not.toEqual([])
}

test('nobody gets to see a phone of a khateeb or an e-mail on any screen', async () => {
  const protectedToo = [...publicScreens, ...khateebScreens(pair).slice(0, 1)]
  expect(await seenBy(null, protectedToo)).toEqual({ phone: [], khateebEmail: [], masjidEmail: [] })
})

test('another khateeb gets to see the e-mail of a masjid where its details are, and no more', async () => {
  const { masjidEmail, ...others } = await seenBy(otherKhateeb, khateebScreens(pair))
  expect(others).toEqual({ phone: [], khateebEmail: [] })
  expectOnly(masjidEmail, masjidDetails())
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
  expectOnly(seen.phone, details())
  expect(seen.khateebEmail).toEqual([])
  // Its record, and its documents: each brings the session, which names the account's own e-mail.
  const ofItself = /^(\/identity\/(session|email)|\/masjids\/me|source of \/.*)$/
  expect(seen.masjidEmail.filter((it) => !ofItself.test(it))).toEqual([])
})

test('the khateeb gets to see his own', async () => {
  const seen = await seenBy(pair.khateeb, khateebScreens(pair))
  const own = ['/users/me', 'source of /about-me', 'source of /dashboard']
  expectOnly(seen.phone, [...own, ...details()])
  expect(seen.khateebEmail.some((it) => own.includes(it))).toBe(true)
})

test('the server wrote nothing of it into its log, at its most talkative', () => {
  const said = site.output()
  expect(said.split('\n').length).toBeGreaterThan(200)
  expect(formatted.exec(said)).toBeNull()
  const people = [pair.khateeb, pair.masjid, otherKhateeb, otherMasjid]
  expect(people.filter(({ email, token }) => said.includes(email) || said.includes(token))).toEqual([])
})
