import { describe, expect, test } from 'vitest'
import { openSite } from '../runtime/browser.ts'
import { openScreen } from './every-screen.ts'
import { press } from './forms.ts'
import { newArabicPair, newPairWithLongNames } from './named-pairs.ts'
import { openAs } from './pages.ts'
import { layoutProblems } from './probes/layout.ts'
import { openPageForProbes, screenProblems } from './probes/screen-problems.ts'
import { pressInDialog } from './sections.ts'
import { signInAgainDialog } from './sign-in-again.ts'

const site = await openSite()
const [pair, arabicPair] = await Promise.all([newPairWithLongNames(site.url), newArabicPair(site.url)])

describe.each([
  ['long', pair, openPageForProbes, screenProblems, 'layout and accessibility'],
  ['Arabic', arabicPair, openAs, layoutProblems, 'layout'],
])(
  'the dialogs of a masjid and a khateeb with %s names',
  async (_, { masjid, khateeb }, openFor, probe, checks) => {
    const [masjidPage, khateebPage] = [await openFor(site, masjid), await openFor(site, khateeb)]
    test.each([
      ['/dashboard', 'Withdraw', 'Withdraw', khateebPage],
      ['/account', 'Change email', 'Send confirmation email', khateebPage],
      ['/account', 'Change password', 'Change password', khateebPage],
      ['/account', 'Delete my account', 'Delete my account', khateebPage],
      ['/account', 'Sign out everywhere else', null, khateebPage],
      ['/masjid-landing', 'Remove Khateeb', null, masjidPage],
      ['/masjid-landing', 'Add New Khutbah', 'Add Khutbah', masjidPage],
      ['/masjid-landing', 'N/A Open', null, masjidPage],
      ['/masjid-landing', 'Select Several', null, masjidPage],
    ])(
      `on %s, the dialog of the button “%s” passes the ${checks} checks`,
      async (screen, name, send, page) => {
        await openScreen(page, screen)
        const dialog = page.locator('[role=dialog], [role=alertdialog]')
        const open = async () => {
          // Use the size of a desktop, because on a phone, the button is in the slot panel.
          if (name === 'Remove Khateeb') await page.setViewportSize({ width: 1_280, height: 900 })
          await page.getByRole('button', { name }).first().click()
          await dialog.waitFor()
        }
        await open()
        const problems = await probe(page)
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'detached' })
        await open()
        if (name === 'Add New Khutbah') await dialog.getByLabel('Date').fill('')
        if (send !== null) {
          await dialog.getByRole('button', { name: send }).click()
          await dialog.locator('[aria-invalid=true]').first().waitFor()
          problems.push(...(await probe(page)))
        }
        expect(problems).toEqual([])
        await dialog
          .getByRole('button', { name: /^(Cancel|Close|Close window|Keep It)$/u })
          .last()
          .click()
        await dialog.waitFor({ state: 'detached' })
      },
    )
  },
)

test('a sign-in dialog that opens above another dialog passes the layout and accessibility checks', async () => {
  const page = await openPageForProbes(site, pair.khateeb)
  await openScreen(page, '/dashboard')
  await press(page, 'Withdraw')
  await page.getByLabel('Reason').fill('A flight.')
  await page.context().clearCookies()
  await pressInDialog(page, 'Withdraw')
  await signInAgainDialog(page).waitFor()
  expect(await screenProblems(page)).toEqual([])
})
