import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getMasjid } from '../../contract/directory.ts'
import { removeSlot } from '../../contract/khutbahs.ts'
import {
  approveRequest,
  blockAccount,
  removeKhateeb,
  requestKhateeb,
  requestToLead,
  withdrawKhateeb,
} from '../../contract/proposals.ts'
import { operate } from '../../server/identity/operate.ts'
import { days } from '../api/moments.ts'
import { type ClockedSite, openClockedSite } from '../runtime/browser.ts'
import { isLong } from '../runtime/is-long.ts'
import { newKhateeb, newMasjid, type Person } from '../runtime/people.ts'
import { openTestSession } from '../runtime/session.ts'
import { friday, post, type Slot } from '../runtime/slots.ts'
import { khateebScreens, masjidScreens, publicScreens } from './every-screen.ts'
import { everythingOn, placesOf, type Seen, sourcesWithAnswers } from './everything-on.ts'

const phone = '7345550142'
const formatted = /734\D{0,3}555\D{0,3}0142/
const day = 24 * 60 * 60 * 1_000

interface Looker {
  readonly page: Page
  readonly screens: readonly string[]
  /** Of a masjid where he is confirmed, its zone. */
  readonly zone: string | null
}

let site: ClockedSite
let khateeb: Person
let lookers: Readonly<Record<string, Looker>>

beforeAll(async () => {
  site = await openClockedSite()
  khateeb = await newKhateeb(site.url, { phone })
  const [other, inviting, otherKhateeb] = await Promise.all([
    newMasjid(site.url),
    newMasjid(site.url),
    newKhateeb(site.url),
  ])
  const invited = await post(inviting, '09:00')
  await inviting.client.call(requestKhateeb, { ...invited, khateebUid: khateeb.uid })
  // Their Fridays begin and end at different hours.
  const masjids = await Promise.all(['96910', '48126', '96799'].map(confirmedAt))
  const done = await newMasjid(site.url)
  await endAll(done)
  const ofMasjids = await Promise.all(
    masjids.map(async ({ masjid, zone }) => {
      const screens = masjidScreens({ masjid, khateeb })
      return [zone, await looker(masjid, screens, zone)] as const
    }),
  )
  const ofMasjid = masjidScreens({ masjid: other, khateeb })
  const ofKhateeb = khateebScreens({ masjid: inviting, khateeb })
  lookers = {
    ...Object.fromEntries(ofMasjids),
    nobody: await looker(null, publicScreens),
    'another masjid': await looker(other, ofMasjid),
    'a masjid that invites him': await looker(inviting, ofMasjid),
    'a masjid that has no more to do with him': await looker(done, ofMasjid),
    'another khateeb': await looker(otherKhateeb, ofKhateeb),
  }
})
afterAll(() => site.close())

/** A masjid at a ZIP where the khateeb is confirmed for the Friday, and its zone. */
async function confirmedAt(zipCode: string) {
  const masjid = await newMasjid(site.url, { zipCode })
  await confirm(masjid, await post(masjid))
  const { timeZone } = await masjid.client.call(getMasjid, { uid: 'me' })
  return { masjid, zone: timeZone }
}

async function confirm(masjid: Person, slot: Slot): Promise<void> {
  await khateeb.client.call(requestToLead, { khateebId: 'me', ...slot })
  await masjid.client.call(approveRequest, { requesterId: khateeb.uid, ...slot })
}

/** Ends in every way what he has to do with a masjid: he is removed, withdraws, loses the slot, is blocked as he asks. */
async function endAll(masjid: Person): Promise<void> {
  // At hours of which he has none elsewhere.
  const [slot, later, latest] = [
    await post(masjid, '11:00'),
    await post(masjid, '15:00'),
    await post(masjid, '17:00'),
  ]
  await confirm(masjid, slot)
  await masjid.client.call(removeKhateeb, slot)
  await confirm(masjid, later)
  await khateeb.client.call(withdrawKhateeb, { khateebUid: 'me', ...later, reason: 'A journey.' })
  await confirm(masjid, latest)
  await masjid.client.call(removeSlot, latest)
  await khateeb.client.call(requestToLead, { khateebId: 'me', ...later })
  await masjid.client.call(blockAccount, { masjidUid: 'me', khateebUid: khateeb.uid })
}

/** A browser in which somebody is signed in for good, whatever the clock says, and opens these screens. */
async function looker(
  person: Person | null,
  screens: readonly string[],
  zone: string | null = null,
): Promise<Looker> {
  const page = await site.open()
  if (person !== null) {
    const value = await openTestSession(site.database, person.uid)
    await page.context().addCookies([{ name: 'minbar', value, url: site.url, httpOnly: true }])
  }
  const details = `/khateeb-details/${khateeb.uid}`
  // In the long form everybody opens all their screens, else the one about the khateeb alone.
  return { page, screens: isLong ? [...new Set([...screens, details])] : [details], zone }
}

/** Whether an instant's day in a zone is at most three away from the Friday. */
function isNear(instant: Date, zone: string): boolean {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(instant)
  return Math.abs(Date.parse(today) - Date.parse(friday)) <= 3 * day
}

test.each(days)(
  '%i days from a Friday, a phone is in the browser of the masjid that may call, and in no other',
  { timeout: 5 * 60_000 },
  async (away) => {
    // Late in the evening of Guam, at night in Detroit, and the evening before in Samoa.
    const instant = new Date(Date.parse(`${friday}T10:30:00Z`) + away * day)
    await site.setNow(instant.toISOString())
    const due = Object.entries(lookers).map(([who, { zone }]) => {
      const may = zone !== null && isNear(instant, zone)
      return [who, may ? [`source of /khateeb-details/${khateeb.uid}`] : [], []] as const
    })
    expect(await seenByAll()).toEqual(due)
  },
)

/** By each looker, on which screens the khateeb's phone and e-mail are. */
function seenByAll() {
  return Promise.all(
    Object.entries(lookers).map(async ([who, { page, screens }]) => {
      const seen = await everythingOn(page, screens)
      const hasAnswers = sourcesWithAnswers(seen) > 0 || seen.has('/identity/session')
      expect([who, hasAnswers]).toEqual([who, who !== 'nobody'])
      return [who, shownOn(seen, formatted), shownOn(seen, khateeb.email)] as const
    }),
  )
}

/** Where a secret is; the call for what the khateeb's own screen shows counts as that screen. */
function shownOn(seen: Seen, secret: RegExp | string): string[] {
  const screen = `source of /khateeb-details/${khateeb.uid}`
  const places = placesOf(seen, secret)
  return [
    ...new Set(places.map((it) => (it === `/get_khateeb_details/${khateeb.uid}` ? screen : it))),
  ].toSorted()
}

test('three days end at different hours in these zones', () => {
  const zones = Object.keys(lookers).slice(0, 3)
  expect(zones).toEqual(['Pacific/Guam', 'America/Detroit', 'Pacific/Pago_Pago'])
  const dayBefore = new Date(Date.parse(`${friday}T10:30:00Z`) - 3 * day)
  expect(zones.map((zone) => isNear(dayBefore, zone))).toEqual([true, true, false])
})

test('on the Friday itself the phone of a khateeb whose account is suspended is in no browser', async () => {
  await site.setNow(`${friday}T10:30:00Z`)
  const { uid } = khateeb
  await site.database.transaction((tx) => operate(tx, { uid }, { kind: 'suspend', on: true }))
  expect(await seenByAll()).toEqual(Object.keys(lookers).map((who) => [who, [], []]))
})
