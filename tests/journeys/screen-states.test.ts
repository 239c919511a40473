import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { verses } from '../../server/verse/verses.ts'
import { withoutServerRendering } from '../../tools/browser/without-server-rendering.ts'
import { openSite } from '../runtime/browser.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { openScreen } from './every-screen.ts'
import { press } from './forms.ts'
import { holdRequests } from './hold-requests.ts'
import { newArabicPair, newPairWithLongNames } from './named-pairs.ts'
import { internalError } from './pages.ts'
import { layoutProblems } from './probes/layout.ts'
import { openProbed, problemsOn, screenProblems } from './probes/screen-problems.ts'
import { pauseToasts, pressInDialog } from './sections.ts'
import { signInAgainDialog } from './sign-in-again.ts'

const site = await openSite()
const [pair, arabic] = await Promise.all([newPairWithLongNames(site.url), newArabicPair(site.url)])

const records = /\/(users|masjids)\/me(\/|\?|$)|\/get_|\/identity\/(email|sessions)(\?|$)/

/** The distinct words of all verses. */
function wordsOf(part: 'arabic' | 'english' | 'reference'): string {
  return [...new Set(verses().flatMap((verse) => verse[part].split(' ')))].join(' ')
}

test('each word of each verse fits on a narrow screen on a narrow screen', async () => {
  const verse = {
    uthmani_script: { verses: [{ text_uthmani: wordsOf('arabic'), verse_key: '1:1' }] },
    translation: { translations: [{ text: wordsOf('english'), resource_name: 'Saheeh International' }] },
    reference: wordsOf('reference'),
  }
  const page = await site.open()
  await page.route('**/random_ayah', (route) => route.fulfill({ json: verse }))
  await openScreen(page, '/')
  await page.locator('figure [lang=ar]').waitFor()
  expect(await layoutProblems(page)).toEqual([])
})

test('the open menu passes the screen probes', async () => {
  const page = await openProbed(site)
  await openScreen(page, '/login')
  await press(page, 'Menu')
  await page.getByRole('navigation').getByRole('link', { name: 'Masjid Sign Up' }).waitFor()
  expect(await screenProblems(page)).toEqual([])
})

test.each([
  ['/login', 'Login'],
  ['/khateeb-signup', 'Register'],
  ['/masjid-signup', 'Register'],
])('the errors and toasts of the form on %s pass the screen probes', async (address, submit) => {
  const page = await openProbed(site)
  await openScreen(page, address)
  await page.getByRole('main').getByRole('button', { name: submit, exact: true }).click()
  await page.locator('[aria-invalid=true]').first().waitFor()
  await page.getByRole('alert').first().waitFor()
  await pauseToasts(page)
  expect(await screenProblems(page)).toEqual([])
})

describe.each([
  ['long', pair, screenProblems],
  ['Arabic', arabic, layoutProblems],
])('with %s names, a dialog with errors passes the screen probes', async (_, { masjid, khateeb }, probe) => {
  const [masjidPage, khateebPage] = [await openProbed(site, masjid), await openProbed(site, khateeb)]
  test.each([
    ['/dashboard', 'Withdraw', 'Withdraw', khateebPage],
    ['/account', 'Change e-mail', 'Send confirmation e-mail', khateebPage],
    ['/account', 'Change password', 'Change password', khateebPage],
    ['/account', 'Delete my account', 'Delete my account', khateebPage],
    ['/account', 'Sign out everywhere else', null, khateebPage],
    ['/masjid-landing', 'Remove Khateeb', null, masjidPage],
    ['/masjid-landing', 'Take Slot Away', null, masjidPage],
    ['/masjid-landing', 'Add New Khutbah', 'Add Khutbah', masjidPage],
  ])('on %s: %s', async (screen, name, send, page) => {
    await openScreen(page, screen)
    await page.getByRole('button', { name }).first().click()
    const dialog = page.locator('[role=dialog], [role=alertdialog]')
    await dialog.waitFor()
    if (name === 'Add New Khutbah') await dialog.getByLabel('Date').fill('')
    if (send !== null) {
      await dialog.getByRole('button', { name: send }).click()
      await dialog.locator('[aria-invalid=true]').first().waitFor()
    }
    expect(await probe(page)).toEqual([])
  })
})

test('the sign-in dialog passes the screen probes above another dialog', async () => {
  const page = await openProbed(site, pair.khateeb)
  await openScreen(page, '/dashboard')
  await press(page, 'Withdraw')
  await page.getByLabel('Reason').fill('A flight.')
  await page.context().clearCookies()
  await pressInDialog(page, 'Withdraw')
  await signInAgainDialog(page).waitFor()
  expect(await screenProblems(page)).toEqual([])
})

test('a screen passes the screen probes while it sends a change', async () => {
  const page = await openProbed(site, pair.masjid)
  await openScreen(page, '/masjid-landing')
  await holdRequests(page, '**/approve_request_full')
  await press(page, 'Approve')
  await page.locator('button[aria-busy=true]').waitFor()
  expect(await screenProblems(page)).toEqual([])
})

/** Screens without data say distances in their sentences, which left-to-right text keeps in order. */
const probeWithoutData = (page: Page) => screenProblems(page, ['text direction'])

test.each([
  ['khateeb', () => newKhateeb(site.url, { zipCode: '96910' }), ['/dashboard', '/nearby-masjids']],
  [
    'masjid',
    () => newMasjid(site.url, { zipCode: '99501' }),
    ['/masjid-landing', '/nearby-khateebs', '/archived-khutbahs'],
  ],
] as const)('the empty lists of a %s pass the screen probes', async (_, newPerson, screens) => {
  const page = await openProbed(site, await newPerson())
  expect(await problemsOn(page, screens, probeWithoutData)).toEqual({})
})

describe.each([
  [
    'khateeb',
    ['/dashboard', '/nearby-masjids', '/about-me', '/account', `/masjid-details/${pair.masjid.uid}`],
  ],
  ['masjid', ['/masjid-landing', '/nearby-khateebs', '/archived-khutbahs']],
] as const)('a screen of a %s passes the screen probes without its data', (role, screens) => {
  test('when the data failed to load', async () => {
    const page = await openProbed(site, pair[role])
    await withoutServerRendering(page)
    await page.route(records, (route) => route.fulfill(internalError))
    const open = async (_: Page, screen: string) => {
      await page.goto(screen)
      await page.getByRole('button', { name: 'Try again' }).first().waitFor()
    }
    expect(await problemsOn(page, screens, probeWithoutData, open)).toEqual({})
  })

  test('while the data is loading', async () => {
    const page = await openProbed(site, pair[role])
    await withoutServerRendering(page)
    await holdRequests(page, records)
    const open = async (_: Page, screen: string) => {
      await page.goto(screen, { waitUntil: 'commit' })
      await page.getByLabel('Loading…').first().waitFor()
    }
    expect(await problemsOn(page, screens, probeWithoutData, open)).toEqual({})
  })
})

test('a screen whose session cannot be loaded passes the screen probes', async () => {
  const page = await openProbed(site, pair.khateeb)
  await withoutServerRendering(page)
  await page.route('**/identity/session', (route) => route.fulfill(internalError))
  await page.goto('/dashboard')
  await page.getByRole('alert').waitFor()
  expect(await screenProblems(page)).toEqual([])
})
