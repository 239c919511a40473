import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite, type Site, signInOn } from '../runtime/browser.ts'
import { newKhateeb, newMasjid, type Person } from '../runtime/people.ts'
import { khateebScreens, masjidScreens, newPair, type Pair, publicScreens } from './every-screen.ts'
import { collectReceivedData, placesContaining } from './received-data.ts'

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
  const seen = await collectReceivedData(page, screens)
  await page.context().close()
  expect(seen.size).toBeGreaterThan(screens.length)
  return {
    phone: placesContaining(seen, formatted),
    khateebEmail: placesContaining(seen, pair.khateeb.email),
    masjidEmail: placesContaining(seen, pair.masjid.email),
  }
}

const details = () => [
  `/get_khateeb_details/${pair.khateeb.uid}`,
  `source of /khateeb-details/${pair.khateeb.uid}`,
]
const masjidDetails = () => `/get_masjid_details/${pair.masjid.uid}`

test('a signed-out visitor receives no khateeb phone and no e-mail on any screen', async () => {
  const protectedToo = [...publicScreens, ...khateebScreens(pair).slice(0, 1)]
  expect(await seenBy(null, protectedToo)).toEqual({ phone: [], khateebEmail: [], masjidEmail: [] })
})

test('another khateeb receives a masjid’s e-mail from its details only, and no khateeb phone', async () => {
  expect(await seenBy(otherKhateeb, khateebScreens(pair))).toEqual({
    phone: [],
    khateebEmail: [],
    masjidEmail: [masjidDetails()],
  })
})

test('another masjid receives neither phone nor e-mail', async () => {
  expect(await seenBy(otherMasjid, masjidScreens(pair))).toEqual({
    phone: [],
    khateebEmail: [],
    masjidEmail: [],
  })
})

test('a masjid receives a requesting khateeb’s phone from the khateeb’s details only, and its own e-mail', async () => {
  const seen = await seenBy(pair.masjid, masjidScreens(pair))
  expect(seen.phone).toEqual(details().toSorted())
  expect(seen.khateebEmail).toEqual([])
  // The masjid's own record, and the screens that show its e-mail.
  const own = /^(\/identity\/(session|email)|\/masjids\/me|source of \/(about-me|account|masjid-landing))$/
  expect(seen.masjidEmail.filter((it) => !own.test(it))).toEqual([])
})

test('a khateeb receives their own phone and e-mail', async () => {
  const seen = await seenBy(pair.khateeb, khateebScreens(pair))
  expect(seen.phone).toEqual(['/users/me', ...details()].toSorted())
  expect(seen.khateebEmail).toContain('/users/me')
})

test('the server logs no phone, e-mail or token at level trace', () => {
  const said = site.output()
  expect(said.split('\n').length).toBeGreaterThan(200)
  expect(formatted.exec(said)).toBeNull()
  const people = [pair.khateeb, pair.masjid, otherKhateeb, otherMasjid]
  expect(people.filter(({ email, token }) => said.includes(email) || said.includes(token))).toEqual([])
})
