import type { Page } from 'playwright-core'
import { updateUser } from '../../contract/directory.ts'
import { newKhateeb, newMasjid, type Person } from '../runtime/people.ts'
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
  readonly masjid: Person
  readonly khateeb: Person
}

interface PairOptions {
  readonly masjid?: Parameters<typeof newMasjid>[1]
  readonly khateeb?: Parameters<typeof newKhateeb>[1]
  readonly bio?: string
}

/** Signs up a pair; the masjid also has an open slot. */
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

/** Screens that need no session. Screens of letter links are listed with a well-formed token and without one. */
export const publicScreens: readonly string[] = [
  '/',
  '/home',
  '/login',
  '/khateeb-signup',
  '/masjid-signup',
  '/about-us',
  '/masjid-about-us',
  '/home-about-us',
  `/reset-password#token=${'a'.repeat(43)}`,
  '/reset-password',
  `/verify-email#token=${'a'.repeat(43)}`,
  '/verify-email',
  `/confirm-email#token=${'a'.repeat(43)}`,
  '/confirm-email',
  `/undo-email-change#token=${'a'.repeat(43)}`,
  '/undo-email-change',
  '/no/such/screen',
]

/** Screens that a khateeb may open, including one of the other role. */
export function khateebScreens({ masjid, khateeb }: Pair): readonly string[] {
  return [
    '/dashboard',
    '/nearby-masjids',
    '/nearby-masjids?q=nowhere-at-all',
    `/masjid-details/${masjid.uid}`,
    `/masjid-info/${masjid.uid}`,
    '/masjid-info/nobody',
    `/khutbah/${friday}?masjid=${masjid.uid}`,
    `/khutbah/${friday}`,
    `/khateeb-details/${khateeb.uid}`,
    '/about-me',
    '/account',
    '/about-us',
    '/masjid-landing',
  ]
}

/** Screens that a masjid may open, including one of the other role. */
export function masjidScreens({ khateeb }: Pair): readonly string[] {
  return [
    '/masjid-landing',
    '/nearby-khateebs',
    '/nearby-khateebs?q=nobody-at-all',
    `/khateeb-details/${khateeb.uid}`,
    '/archived-khutbahs',
    '/slot-history',
    '/about-me',
    '/account',
    '/masjid-about-us',
    '/dashboard',
  ]
}

/** Opens a screen and waits until it is hydrated and has loaded its data. */
export async function openScreen(page: Page, address: string): Promise<void> {
  // A change of the fragment alone would not load the document.
  if (address.includes('#')) await page.goto('about:blank')
  await page.goto(address)
  await page.waitForFunction(
    () =>
      document.querySelector('h1') !== null &&
      document.querySelector('#root[inert], [aria-label="Loading…"]') === null,
  )
}
