import { expect, test } from 'vitest'
import { landingPaths } from '../../contract/screen-paths.ts'
import { openSiteInServerProcess, signInOn } from '../runtime/browser.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'
import { khateebScreens, masjidScreens, newPair, publicScreens } from './every-screen.ts'
import { collectReceivedData, countDocumentsWithResponses, placesContaining } from './received-data.ts'

const phone = '7345550142'
const phonePattern = /734\D{0,3}555\D{0,3}0142/

const site = await openSiteInServerProcess({ LOG_LEVEL: 'trace' })
const pair = await newPair(site.url, { khateeb: { phone } })
const otherKhateeb = await newKhateeb(site.url)
const otherMasjid = await newMasjid(site.url)

async function secretsReceivedBy(person: TestAccount | null, screens: readonly string[]) {
  const page = await site.open()
  if (person !== null) await signInOn(page, person)
  const seen = await collectReceivedData(page, screens)
  await page.context().close()
  expect(seen.size).toBeGreaterThan(screens.length)
  expect(person === null || countDocumentsWithResponses(seen) > screens.length / 2).toBe(true)
  return {
    phone: placesContaining(seen, phonePattern),
    khateebEmail: placesContaining(seen, pair.khateeb.email),
    masjidEmail: placesContaining(seen, pair.masjid.email),
  }
}

/** Where the khateeb's phone may be received: in the response with the khateeb's details, and on the details screen. */
const phonePlaces = () => [
  `/get_khateeb_details/${pair.khateeb.uid}`,
  `source of /khateeb-details/${pair.khateeb.uid}`,
]

test('a signed-out visitor receives no khateeb phone and no email on any screen', async () => {
  const protectedToo = [...publicScreens, landingPaths.khateeb]
  expect(await secretsReceivedBy(null, protectedToo)).toEqual({
    phone: [],
    khateebEmail: [],
    masjidEmail: [],
  })
})

test('a khateeb receives a masjid’s email only with its details, and never another khateeb’s phone or email', async () => {
  expect(await secretsReceivedBy(otherKhateeb, khateebScreens(pair))).toEqual({
    phone: [],
    khateebEmail: [],
    masjidEmail: [`/get_masjid_details/${pair.masjid.uid}`],
  })
})

test('a masjid receives another masjid’s email only with its details, and never a khateeb’s phone or email', async () => {
  expect(await secretsReceivedBy(otherMasjid, masjidScreens(pair))).toEqual({
    phone: [],
    khateebEmail: [],
    masjidEmail: [`/get_masjid_details/${pair.masjid.uid}`],
  })
})

test('a masjid receives a requesting khateeb’s phone only with his details, and its own email only with its own data', async () => {
  const seen = await secretsReceivedBy(pair.masjid, masjidScreens(pair))
  expect(seen.phone).toEqual(phonePlaces().toSorted())
  expect(seen.khateebEmail).toEqual([])
  // The masjid may receive its email in its own record, details, session and members, and on the screens that show them. The slot history
  // shows the email of a member without a name.
  const own =
    /^(\/identity\/(session|email|members)|\/masjids\/me(\/slot_history)?|\/get_masjid_details\/[^/]+|source of \/(about-me|account|masjid-landing|members|slot-history))$/
  expect(seen.masjidEmail.filter((it) => !own.test(it))).toEqual([])
  expect(seen.masjidEmail).toContain('/masjids/me')
})

test('a khateeb receives his own phone and email', async () => {
  const seen = await secretsReceivedBy(pair.khateeb, khateebScreens(pair))
  expect(seen.phone).toEqual(['/users/me', ...phonePlaces()].toSorted())
  expect(seen.khateebEmail).toContain('/users/me')
})

test('the server logs no phone, email or token at level trace', () => {
  const log = site.output()
  expect(log.split('\n').length).toBeGreaterThan(200)
  expect(phonePattern.exec(log)).toBeNull()
  const people = [pair.khateeb, pair.masjid, otherKhateeb, otherMasjid]
  expect(people.filter(({ email, token }) => log.includes(email) || log.includes(token))).toEqual([])
})
