import { expect, test } from 'vitest'
import { openServerSite, signInOn } from '../runtime/browser.ts'
import { newKhateeb, newMasjid, type Person } from '../runtime/people.ts'
import { friday } from '../runtime/slots.ts'
import { khateebScreens, masjidScreens, newPair, publicScreens } from './every-screen.ts'
import { collectReceivedData, placesContaining, screensWithAnswers } from './received-data.ts'

const phone = '7345550142'
const formatted = /734\D{0,3}555\D{0,3}0142/

const site = await openServerSite({ LOG_LEVEL: 'trace' })
const pair = await newPair(site.url, { khateeb: { phone } })
const otherKhateeb = await newKhateeb(site.url)
const otherMasjid = await newMasjid(site.url)

async function seenBy(person: Person | null, screens: readonly string[]) {
  const page = await site.open()
  if (person !== null) await signInOn(page, person)
  const seen = await collectReceivedData(page, screens)
  await page.context().close()
  expect(person === null || screensWithAnswers(seen) > screens.length / 2).toBe(true)
  return {
    phone: placesContaining(seen, formatted),
    khateebEmail: placesContaining(seen, pair.khateeb.email),
    masjidEmail: placesContaining(seen, pair.masjid.email),
  }
}

/** Where the khateeb's details are received: the call, and the document of their screen. */
const details = () => [
  `/get_khateeb_details/${pair.khateeb.uid}`,
  `source of /khateeb-details/${pair.khateeb.uid}`,
]
/** Where the masjid's details are received: the call, and the document of each screen that shows them. */
const masjidDetails = () => {
  const { uid } = pair.masjid
  const screens = [`/masjid-details/${uid}`, `/masjid-info/${uid}`, `/khutbah/${friday}?masjid=${uid}`]
  return [`/get_masjid_details/${uid}`, ...screens.map((screen) => `source of ${screen}`)]
}

/** Expects at least one place, and none that is not allowed. */
function expectOnly(places: readonly string[], allowed: readonly string[]): void {
  expect(places.filter((it) => !allowed.includes(it))).toEqual([])
  expect(places).not.toEqual([])
}

test('a signed-out visitor receives no khateeb phone and no e-mail on any screen', async () => {
  const protectedToo = [...publicScreens, ...khateebScreens(pair).slice(0, 1)]
  expect(await seenBy(null, protectedToo)).toEqual({ phone: [], khateebEmail: [], masjidEmail: [] })
})

test('another khateeb receives a masjid’s e-mail from its details only, and no khateeb phone', async () => {
  const { masjidEmail, ...others } = await seenBy(otherKhateeb, khateebScreens(pair))
  expect(others).toEqual({ phone: [], khateebEmail: [] })
  expectOnly(masjidEmail, masjidDetails())
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
  expectOnly(seen.phone, details())
  expect(seen.khateebEmail).toEqual([])
  // The masjid's own record, and its documents, which contain the session with its e-mail.
  const own = /^(\/identity\/(session|email)|\/masjids\/me|source of \/.*)$/
  expect(seen.masjidEmail.filter((it) => !own.test(it))).toEqual([])
})

test('a khateeb receives their own phone and e-mail', async () => {
  const seen = await seenBy(pair.khateeb, khateebScreens(pair))
  const own = ['/users/me', 'source of /about-me', 'source of /dashboard']
  expectOnly(seen.phone, [...own, ...details()])
  expect(seen.khateebEmail.some((it) => own.includes(it))).toBe(true)
})

test('the server logs no phone, e-mail or token at level trace', () => {
  const log = site.output()
  expect(log.split('\n').length).toBeGreaterThan(200)
  expect(formatted.exec(log)).toBeNull()
  const people = [pair.khateeb, pair.masjid, otherKhateeb, otherMasjid]
  expect(people.filter(({ email, token }) => log.includes(email) || log.includes(token))).toEqual([])
})
