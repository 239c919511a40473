import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openSite, signInOn } from '../runtime/browser.ts'
import { newKhateeb, newMasjid, type Person } from '../runtime/people.ts'
import { axeViolations, axeViolationsOn, firstDisplayMode } from './axe.ts'
import { newPair, openScreen } from './every-screen.ts'
import { press } from './forms.ts'
import { holdRequests } from './hold-requests.ts'
import { withoutServerRendering } from './pages.ts'

const site = await openSite()
const masjid = await newMasjid(site.url, { zipCode: '99501' })
const newcomers = { masjid, khateeb: await newKhateeb(site.url, { zipCode: '96910' }) }
const pair = await newPair(site.url)

/** The server's answer to an internal error. */
const defect = { status: 500, json: { error: 'Something went wrong.', code: 'internal' } }
const records = /\/(users|masjids)\/me(\/|\?|$)|\/get_|\/identity\/(email|sessions)(\?|$)/

async function openFor(person?: Person): Promise<Page> {
  const page = await site.open(firstDisplayMode)
  if (person !== undefined) await signInOn(page, person)
  return page
}

describe('axe finds no violation', () => {
  test('in a form with errors and toasts, and in the open menu', async () => {
    const page = await openFor()
    await openScreen(page, '/masjid-signup')
    await press(page, 'Register')
    await page.getByRole('alert').first().waitFor()
    expect(await axeViolations(page)).toEqual([])
    await openScreen(page, '/login')
    await press(page, 'Menu')
    expect(await axeViolations(page)).toEqual([])
  })

  test('in the dialogs of a masjid', async () => {
    const page = await openFor(pair.masjid)
    await openScreen(page, '/masjid-landing')
    await press(page, 'Add New Khutbah')
    await page.getByLabel('Date').fill('')
    await press(page, 'Add Khutbah')
    await page.getByRole('alert').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await openScreen(page, '/masjid-landing')
    for (const name of ['Remove Khateeb', 'Take Slot Away']) {
      await page.getByRole('button', { name }).first().click()
      await page.getByRole('alertdialog').waitFor()
      expect(await axeViolations(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    }
  })

  test('in the dialogs of a khateeb', async () => {
    const page = await openFor(pair.khateeb)
    await openScreen(page, '/dashboard')
    await press(page, 'Withdraw')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
    await page.getByText('Please tell the masjid why.').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByLabel('Reason').fill('A flight.')
    await page.context().clearCookies()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
    await page.getByRole('alertdialog', { name: 'Sign in again' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
  })

  test('in the account dialogs, with errors in them', async () => {
    const page = await openFor(pair.khateeb)
    await openScreen(page, '/account')
    for (const [open, send] of [
      ['Change e-mail', 'Send confirmation e-mail'],
      ['Change password', 'Change password'],
      ['Delete my account', 'Delete my account'],
      ['Sign out everywhere else', undefined],
    ] as const) {
      await press(page, open)
      const window = page.locator('[role=dialog], [role=alertdialog]')
      await window.waitFor()
      if (send !== undefined) {
        await window.getByRole('button', { name: send }).click()
        await page.getByRole('alert').first().waitFor()
      }
      expect([open, await axeViolations(page)]).toEqual([open, []])
      await window.getByRole('button', { name: 'Cancel' }).click()
      await window.waitFor({ state: 'detached' })
    }
  })

  test('on screens with empty lists', async () => {
    const asKhateeb = await openFor(newcomers.khateeb)
    expect(await axeViolationsOn(asKhateeb, ['/dashboard', '/nearby-masjids'])).toEqual({})
    const asMasjid = await openFor(newcomers.masjid)
    const screens = ['/masjid-landing', '/nearby-khateebs', '/archived-khutbahs']
    expect(await axeViolationsOn(asMasjid, screens)).toEqual({})
  })

  test.each([
    ['khateeb', ['/dashboard', '/nearby-masjids', '/about-me', '/account', 'masjid details']],
    ['masjid', ['/masjid-landing', '/nearby-khateebs', '/archived-khutbahs']],
  ] as const)('on screens that failed to load: a %s on %j', async (role, screens) => {
    const page = await openFor(pair[role])
    await withoutServerRendering(page)
    await page.route(records, (route) => route.fulfill(defect))
    for (const screen of screens) {
      await page.goto(screen === 'masjid details' ? `/masjid-details/${pair.masjid.uid}` : screen)
      await page.getByRole('button', { name: 'Try again' }).first().waitFor()
      expect([screen, await axeViolations(page)]).toEqual([screen, []])
    }
  })

  test('when the session cannot be loaded', async () => {
    const page = await openFor(pair.khateeb)
    await withoutServerRendering(page)
    await page.route('**/identity/session', (route) => route.fulfill(defect))
    await page.goto('/dashboard')
    await page.getByRole('alert').waitFor()
    expect(await axeViolations(page)).toEqual([])
  })

  test('while a screen is loading', async () => {
    const page = await openFor(pair.khateeb)
    await withoutServerRendering(page)
    await holdRequests(page, records)
    for (const screen of [
      '/dashboard',
      '/nearby-masjids',
      '/about-me',
      '/account',
      `/masjid-details/${pair.masjid.uid}`,
    ]) {
      await page.goto(screen, { waitUntil: 'commit' })
      await page.getByLabel('Loading…').first().waitFor()
      expect([screen, await axeViolations(page)]).toEqual([screen, []])
    }
  })
})
