import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { verses } from '../../server/verse/verses.ts'
import { openSite } from '../runtime/browser.ts'
import { narrowFamily, wideFamily } from '../runtime/test-fonts.ts'
import { khateebScreens, masjidScreens, newPair, openScreen, publicScreens } from './every-screen.ts'
import { layoutProblems, setFont } from './layout-problems.ts'
import { openAs } from './pages.ts'
import { renderedFonts } from './rendered-fonts.ts'

const site = await openSite()
const [long, arabic] = await Promise.all([
  newPair(site.url, {
    masjidName: 'Masjid'.repeat(33),
    masjidAddress: '1 Donaudampfschifffahrtsgesellschaftsstrasse '.repeat(4),
    website: `www.${'a-long-name'.repeat(5)}.example.org/${'path'.repeat(20)}`,
    firstName: 'Abdurrahman'.repeat(9),
    lastName: 'Muhammad'.repeat(12),
    bio: 'NoSpaceAtAll'.repeat(40),
  }),
  newPair(site.url, {
    masjidName: 'مسجد النور الكبير '.repeat(11),
    masjidAddress: '12 شارع النور',
    firstName: 'عبد الرحمن',
    lastName: `محمد ${'الشيخ '.repeat(15)}`,
    bio: 'خطيب ومعلم للقرآن الكريم. '.repeat(10),
  }),
])
const pairs = { long, Arabic: arabic }

async function problemsOn(page: Page, screens: readonly string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const screen of screens) {
    await openScreen(page, screen)
    const onScreen = await layoutProblems(page)
    if (onScreen.length > 0) found[screen] = onScreen
  }
  return found
}

/** Opens each dialog of the screen by its button, and returns layout problems by button. */
async function problemsInDialogs(page: Page, screen: string, buttons: readonly string[]) {
  await openScreen(page, screen)
  const found: Record<string, string[]> = {}
  const dialog = page.locator('[role=dialog], [role=alertdialog]')
  for (const name of buttons) {
    await page.getByRole('button', { name }).first().click()
    await dialog.waitFor()
    const inDialog = await layoutProblems(page)
    if (inDialog.length > 0) found[name] = inDialog
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
  return found
}

/** The distinct words of all verses. */
function wordsOf(part: 'arabic' | 'english' | 'reference'): string {
  return [...new Set(verses().flatMap((verse) => verse[part].split(' ')))].join(' ')
}

describe('in a narrow and a wide font, at 320 pixels and at 360 with text twice as large', () => {
  test('the public screens fit', async () => {
    expect(await problemsOn(await site.open(), publicScreens)).toEqual({})
  })

  test('each word of each verse fits', async () => {
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

  test('the open menu fits', async () => {
    const page = await site.open({ viewport: { width: 320, height: 720 } })
    await openScreen(page, '/login')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('navigation').getByRole('link', { name: 'Masjid Sign Up' }).waitFor()
    expect(await layoutProblems(page)).toEqual([])
  })

  test.each([
    ['/login', 'Login'],
    ['/khateeb-signup', 'Register'],
    ['/masjid-signup', 'Register'],
  ])('the errors of the form on %s fit', async (address, submit) => {
    const page = await site.open()
    await openScreen(page, address)
    await page.getByRole('main').getByRole('button', { name: submit, exact: true }).click()
    await page.locator('[aria-invalid=true]').first().waitFor()
    expect(await layoutProblems(page)).toEqual([])
  })

  test.each(['long', 'Arabic'] as const)('the screens of khateebs with %s names fit', async (names) => {
    const pair = pairs[names]
    const page = await openAs(site, pair.khateeb)
    expect(await problemsOn(page, khateebScreens(pair))).toEqual({})
    expect(await problemsInDialogs(page, '/dashboard', ['Withdraw'])).toEqual({})
    const ofAccount = ['Change e-mail', 'Change password', 'Sign out everywhere else', 'Delete my account']
    expect(await problemsInDialogs(page, '/account', ofAccount)).toEqual({})
  })

  test.each(['long', 'Arabic'] as const)('the screens of masjids with %s names fit', async (names) => {
    const pair = pairs[names]
    const page = await openAs(site, pair.masjid)
    expect(await problemsOn(page, masjidScreens(pair))).toEqual({})
    const ofLanding = ['Remove Khateeb', 'Take Slot Away', 'Add New Khutbah']
    expect(await problemsInDialogs(page, '/masjid-landing', ofLanding)).toEqual({})
  })
})

describe('the test browser', () => {
  beforeEach(({ skip }) => {
    skip(process.platform !== 'linux', 'only on Linux can a browser ignore system fonts')
  })

  test('renders text only in the fonts of the tests', async () => {
    const page = await openAs(site, pairs.Arabic.masjid)
    await openScreen(page, '/masjid-landing')
    expect(await renderedFonts(page)).toEqual(['DejaVu Sans', 'DejaVu Serif'])
  })

  test.each([narrowFamily, wideFamily])('renders Latin text in %s when a test sets it', async (family) => {
    const page = await site.open()
    await openScreen(page, '/login')
    await setFont(page, '100%', family)
    await expect.poll(() => renderedFonts(page)).toEqual([family])
  })
})
