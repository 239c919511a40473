import type { Page } from 'playwright-core'
import { answer, fail, hold, inTurn, press, type Screen } from './screen.ts'

const longVerse = {
  uthmani_script: {
    verses: [
      {
        text_uthmani: 'يَـٰٓأَيُّهَا ٱلنَّاسُ إِنَّا خَلَقْنَـٰكُم مِّن ذَكَرٍۢ وَأُنثَىٰ وَجَعَلْنَـٰكُمْ شُعُوبًۭا وَقَبَآئِلَ لِتَعَارَفُوٓا۟',
        verse_key: '49:13',
      },
    ],
  },
  translation: {
    translations: [
      {
        text: 'O mankind, indeed We have created you from male and female and made you peoples and tribes that you may know one another.',
        resource_name: 'Saheeh International',
      },
    ],
  },
  reference: 'Al-Hujurat 49:13',
}

async function openMenu(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) await menu.click()
}

function enter(texts: Readonly<Record<string, string>>) {
  return async (page: Page): Promise<void> => {
    for (const [label, text] of Object.entries(texts))
      await page.getByLabel(label, { exact: true }).fill(text)
    await page.locator(':focus').blur()
  }
}

/** The screens of signed-out visitors. */
export const signedOutScreens: readonly Screen[] = [
  { name: 'home', viewer: 'signedOut', path: '/', before: answer('**/random_ayah', longVerse) },
  { name: 'home-greeting', viewer: 'signedOut', path: '/home', before: hold('**/random_ayah'), held: true },
  {
    name: 'home-menu',
    viewer: 'signedOut',
    path: '/',
    before: answer('**/random_ayah', longVerse),
    act: openMenu,
  },
  { name: 'login', viewer: 'signedOut', path: '/login' },
  { name: 'login-empty', viewer: 'signedOut', path: '/login', act: press('Login') },
  {
    name: 'login-busy',
    viewer: 'signedOut',
    path: '/login',
    before: hold('**/identity/sign_in'),
    act: inTurn(enter({ 'E-mail': 'salim@minbar.example', Password: 'Friday-at-1pm' }), press('Login')),
    held: true,
  },
  {
    name: 'login-failed',
    viewer: 'signedOut',
    path: '/login',
    act: inTurn(enter({ 'E-mail': 'salim@minbar.example', Password: 'Friday-at-2pm' }), press('Login')),
  },
  { name: 'khateeb-signup', viewer: 'signedOut', path: '/khateeb-signup' },
  {
    name: 'khateeb-signup-zip',
    viewer: 'signedOut',
    path: '/khateeb-signup',
    act: enter({ 'ZIP code': '48126' }),
  },
  {
    name: 'khateeb-signup-errors',
    viewer: 'signedOut',
    path: '/khateeb-signup',
    act: press(/^(Register|Sign)/),
  },
  { name: 'masjid-signup', viewer: 'signedOut', path: '/masjid-signup' },
  { name: 'home-about-us', viewer: 'signedOut', path: '/home-about-us' },
  { name: 'masjid-about-us-signed-out', viewer: 'signedOut', path: '/masjid-about-us', act: openMenu },
  { name: 'not-found', viewer: 'signedOut', path: '/no/such/screen' },
  {
    name: 'reset-password',
    viewer: 'signedOut',
    path: '/reset-password#token=abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG',
  },
  {
    name: 'reset-password-spent',
    viewer: 'signedOut',
    path: '/reset-password#token=abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG',
    act: inTurn(
      enter({ Password: 'Jumuah-is-at-noon-1', 'Repeat password': 'Jumuah-is-at-noon-1' }),
      press('Save password'),
    ),
  },
  { name: 'reset-password-no-token', viewer: 'signedOut', path: '/reset-password' },
  {
    name: 'verify-email',
    viewer: 'signedOut',
    path: '/verify-email#token=abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG',
  },
  {
    name: 'verify-email-failed',
    viewer: 'signedOut',
    path: '/verify-email#token=abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG',
    before: fail('**/identity/verify_email'),
    act: press('Confirm e-mail'),
  },
  {
    name: 'verify-email-spent',
    viewer: 'signedOut',
    path: '/verify-email#token=abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG',
    act: press('Confirm e-mail'),
  },
  {
    name: 'confirm-email',
    viewer: 'signedOut',
    path: '/confirm-email#token=abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG',
  },
  {
    name: 'confirm-email-done',
    viewer: 'signedOut',
    path: '/confirm-email#token=abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG',
    before: answer('**/identity/confirm_email', {}),
    act: press('Use this address'),
  },
  {
    name: 'undo-email-change',
    viewer: 'signedOut',
    path: '/undo-email-change#token=abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG',
  },
  {
    name: 'undo-email-change-done',
    viewer: 'signedOut',
    path: '/undo-email-change#token=abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG',
    before: answer('**/identity/undo_email_change', {}),
    act: press('Restore my old address'),
  },
  {
    name: 'broken-screen',
    viewer: 'signedOut',
    path: '/login',
    before: (page) => page.route(/login-page/, (route) => route.abort()),
  },
]
