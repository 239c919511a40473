import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { removeKhateeb, withdrawKhateeb } from '../../contract/assignments.ts'
import { blockAccount } from '../../contract/blocks.ts'
import { removeSlot } from '../../contract/khutbahs.ts'
import { getMasjid } from '../../contract/own-records.ts'
import { runOperatorCommand } from '../../server/identity/operator-command.ts'
import { dayOffsets } from '../api/slot-timeline.ts'
import { openSite } from '../runtime/browser.ts'
import { isVerifyRun } from '../runtime/is-verify-run.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'
import { openTestSession } from '../runtime/session.ts'
import { confirmKhateeb, friday, inviteKhateeb, postSlot, requestSlot, type Slot } from '../runtime/slots.ts'
import { khateebScreens, masjidScreens, publicScreens } from './every-screen.ts'
import { collectReceivedData, countDocumentsWithResponses, placesContaining } from './received-data.ts'

const phone = '7345550142'
const phonePattern = /734\D{0,3}555\D{0,3}0142/
const day = 24 * 60 * 60 * 1_000

interface Viewer {
  readonly page: Page
  readonly screens: readonly string[]
  /** The viewer's time zone if the viewer is a masjid with the khateeb confirmed; otherwise null. */
  readonly zone: string | null
}

const site = await openSite()
const khateeb = await newKhateeb(site.url, { phone })
const [otherMasjid, invitingMasjid, otherKhateeb] = await Promise.all([
  newMasjid(site.url),
  newMasjid(site.url),
  newKhateeb(site.url),
])
const invitedSlot = await postSlot(invitingMasjid, '09:00')
await inviteKhateeb(invitingMasjid, khateeb, invitedSlot)
// Masjids in three time zones, in which the Friday begins and ends at different instants.
const masjids = await Promise.all(['96910', '48126', '96799'].map(newConfirmingMasjid))
const formerMasjid = await newMasjid(site.url)
await endAllRelationships(formerMasjid)
const masjidViewers = await Promise.all(
  masjids.map(async ({ masjid, zone }) => {
    const screens = masjidScreens({ masjid, khateeb })
    return [zone, await openViewer(masjid, screens, zone)] as const
  }),
)
const screensOfMasjid = masjidScreens({ masjid: otherMasjid, khateeb })
const screensOfKhateeb = khateebScreens({ masjid: invitingMasjid, khateeb })
/** The places where a masjid that may see the khateeb's phone receives the phone. */
const phonePlaces = [`/get_khateeb_details/${khateeb.uid}`, `source of /khateeb-details/${khateeb.uid}`]
const viewers = {
  ...Object.fromEntries(masjidViewers),
  'a signed-out visitor': await openViewer(null, publicScreens),
  'another masjid': await openViewer(otherMasjid, screensOfMasjid),
  'a masjid with a pending invite': await openViewer(invitingMasjid, screensOfMasjid),
  'a masjid whose dealings have ended': await openViewer(formerMasjid, screensOfMasjid),
  'another khateeb': await openViewer(otherKhateeb, screensOfKhateeb),
}

/** Signs up a masjid, and confirms the khateeb for its Friday. */
async function newConfirmingMasjid(zipCode: string) {
  const masjid = await newMasjid(site.url, { zipCode })
  await confirm(masjid, await postSlot(masjid))
  const { timeZone } = await masjid.client.call(getMasjid, { uid: 'me' })
  return { masjid, zone: timeZone }
}

async function confirm(masjid: TestAccount, slot: Slot): Promise<void> {
  await confirmKhateeb(masjid, khateeb, slot)
}

/**
 * Ends all relationships with a masjid: it removes the khateeb from a slot, he withdraws from another slot, the masjid removes a third
 * slot, and it blocks him while his request is pending.
 */
async function endAllRelationships(masjid: TestAccount): Promise<void> {
  // The slots are at hours at which the khateeb is not confirmed elsewhere.
  const [slot, later, latest] = [
    await postSlot(masjid, '11:00'),
    await postSlot(masjid, '15:00'),
    await postSlot(masjid, '17:00'),
  ]
  await confirm(masjid, slot)
  await masjid.client.call(removeKhateeb, slot)
  await confirm(masjid, later)
  await khateeb.client.call(withdrawKhateeb, { khateebUid: 'me', ...later, reason: 'A journey.' })
  await confirm(masjid, latest)
  await masjid.client.call(removeSlot, latest)
  await requestSlot(khateeb, later)
  await masjid.client.call(blockAccount, { masjidUid: 'me', khateebUid: khateeb.uid })
}

/** Opens a browser with a session that does not expire when the test moves the clock. */
async function openViewer(
  person: TestAccount | null,
  screens: readonly string[],
  zone: string | null = null,
): Promise<Viewer> {
  const page = await site.open()
  if (person !== null) {
    const value = await openTestSession(site.database, person.uid)
    await page.context().addCookies([{ name: 'minbar', value, url: site.url, httpOnly: true }])
  }
  const details = `/khateeb-details/${khateeb.uid}`
  // A verify run opens all screens, other runs only the khateeb's details.
  return { page, screens: isVerifyRun ? [...new Set([...screens, details])] : [details], zone }
}

/** Returns whether the date of an instant in a time zone is within three days of the Friday. */
function isWithinThreeDays(instant: Date, zone: string): boolean {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(instant)
  return Math.abs(Date.parse(today) - Date.parse(friday)) <= 3 * day
}

test.each(dayOffsets)(
  'at 10:30 UTC, %i days after the Friday, only a masjid whose local date is within three days of the Friday receives the khateeb’s phone',
  { timeout: 5 * 60_000 },
  async (daysAway) => {
    // This instant is 20:30 in Guam, 5:30 in Detroit, and 23:30 of the day before in Samoa.
    const instant = new Date(Date.parse(`${friday}T10:30:00Z`) + daysAway * day)
    await site.setNow(instant.toISOString())
    const expected = Object.entries(viewers).map(([who, { zone }]) => {
      const may = zone !== null && isWithinThreeDays(instant, zone)
      return [who, may ? phonePlaces : [], []] as const
    })
    expect(await secretsReceivedByAll()).toEqual(expected)
  },
)

/** Returns where each viewer received the khateeb's phone and email. */
function secretsReceivedByAll() {
  return Promise.all(
    Object.entries(viewers).map(async ([who, { page, screens }]) => {
      const seen = await collectReceivedData(page, screens)
      const hasResponses = countDocumentsWithResponses(seen) > 0 || seen.has('/identity/session')
      expect([who, hasResponses]).toEqual([who, who !== 'a signed-out visitor'])
      return [who, placesContaining(seen, phonePattern), placesContaining(seen, khateeb.email)] as const
    }),
  )
}

test('at one instant, the three days before the Friday have begun in two of the tested time zones, but not in the third', () => {
  const zones = Object.keys(viewers).slice(0, 3)
  expect(zones).toEqual(['Pacific/Guam', 'America/Detroit', 'Pacific/Pago_Pago'])
  const dayBefore = new Date(Date.parse(`${friday}T10:30:00Z`) - 3 * day)
  expect(zones.map((zone) => isWithinThreeDays(dayBefore, zone))).toEqual([true, true, false])
})

test('no masjid, visitor or other khateeb receives the phone of a suspended khateeb, even on the Friday', async () => {
  await site.setNow(`${friday}T10:30:00Z`)
  const { uid } = khateeb
  await site.database.transaction((tx) => runOperatorCommand(tx, { uid }, { kind: 'suspend', on: true }))
  expect(await secretsReceivedByAll()).toEqual(Object.keys(viewers).map((who) => [who, [], []]))
})
