import type { Page } from 'playwright-core'
import type { Role } from '../../contract/endpoint.ts'
import { updateUser } from '../../contract/own-records.ts'
import { landingPaths, paths, routePatterns, withToken } from '../../contract/screen-paths.ts'
import { everyScreen, type VisitorKind } from '../../tools/browser/sample-screens.ts'
import { leaveDocument } from '../runtime/page-pool.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'
import {
  confirmKhateeb,
  friday,
  fridayAfter,
  inviteKhateeb,
  postSlot,
  requestSlot,
} from '../runtime/slots.ts'

/** A masjid and a khateeb with an assignment, a request and an invite between them. */
export interface Pair {
  readonly masjid: TestAccount
  readonly khateeb: TestAccount
}

interface PairOptions {
  readonly masjid?: Parameters<typeof newMasjid>[1]
  readonly khateeb?: Parameters<typeof newKhateeb>[1]
  readonly bio?: string
}

/** Signs up a pair. The masjid gets another slot, which stays open. */
export async function newPair(url: string, options: PairOptions = {}): Promise<Pair> {
  const masjid = await newMasjid(url, options.masjid)
  const khateeb = await newKhateeb(url, options.khateeb)
  const { bio = 'Teacher of three.' } = options
  await khateeb.client.call(updateUser, { uid: 'me', bio, expertise: bio.slice(0, 400) })
  await confirmKhateeb(masjid, khateeb, await postSlot(masjid, '10:00'))
  await requestSlot(khateeb, await postSlot(masjid, '11:30'))
  await inviteKhateeb(masjid, khateeb, await postSlot(masjid, '13:00'))
  await postSlot(masjid, '14:30', fridayAfter(1))
  return { masjid, khateeb }
}

/** Returns the addresses of the screens that a kind of visitor can open. */
function addressesFor(visitor: VisitorKind, { masjid, khateeb }: Pair): string[] {
  const samples = { masjidUid: masjid.uid, khateebUid: khateeb.uid, date: friday }
  return everyScreen.filter((it) => it.visitorKinds.includes(visitor)).map((it) => it.addressFor(samples))
}

const letterLinks = [
  paths.resetPassword,
  paths.verifyEmail,
  paths.confirmEmail,
  paths.undoEmailChange,
  paths.disownAccount,
  paths.acceptInvitation,
  paths.stopInvitations,
  paths.answer,
]

/** Screens that need no session. Screens of letter links are listed with a well-formed token and without a token. */
export const publicScreens: readonly string[] = [
  ...everyScreen.filter((it) => it.visitorKinds.includes('signedOut')).map((it) => it.pattern),
  ...letterLinks.map((path) => withToken(path, 'a'.repeat(43))),
  '/no/such/screen',
]

/**
 * Members' screens that show no names or texts of other members, except that the open slots nearby show the masjid's name. The archive, the
 * khateeb's history and the masjid's own khateebs are in this list because they are empty until the pair's Friday is past.
 */
const screensWithoutNames: readonly string[] = [
  routePatterns.members,
  routePatterns.account,
  routePatterns.aboutUs,
  routePatterns.masjidAboutUs,
  routePatterns.archivedKhutbahs,
  routePatterns.myKhutbahs,
  routePatterns.availability,
  routePatterns.plan,
  routePatterns.nearbySlots,
  routePatterns.ourKhateebs,
]

/** Returns a member's screens that show names or texts of the pair. */
export function screensWithNames(role: Role, pair: Pair): readonly string[] {
  return addressesFor(role, pair).filter((it) => !screensWithoutNames.includes(it))
}

/** Returns the screens that a khateeb may open, and a screen for masjids. */
export function khateebScreens(pair: Pair): readonly string[] {
  return [
    ...addressesFor('khateeb', pair),
    '/nearby-masjids?q=nowhere-at-all',
    '/masjid-info/nobody',
    `/khutbah/${friday}`,
    landingPaths.masjid,
  ]
}

/** Returns the screens that a masjid may open, and the khateeb's dashboard, which tells a masjid that it is for khateebs. */
export function masjidScreens(pair: Pair): readonly string[] {
  return [...addressesFor('masjid', pair), '/nearby-khateebs?q=nobody-at-all', landingPaths.khateeb]
}

/** Opens a screen and waits until it is hydrated and has loaded its data. */
export async function openScreen(page: Page, address: string): Promise<void> {
  // Leave the document first. If only the fragment changed, the browser would not load the document again.
  if (address.includes('#')) await leaveDocument(page)
  await page.goto(address)
  await page.waitForFunction(
    () =>
      document.querySelector('h1') !== null &&
      document.querySelector('#root[inert], #root [inert], [aria-label="Loading…"]') === null,
  )
}
