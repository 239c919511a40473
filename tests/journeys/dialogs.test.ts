import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { openSite, withMotion } from '../runtime/browser.ts'
import { newMasjid } from '../runtime/people.ts'
import { press } from './forms.ts'
import { openAs, untilScriptsLoaded } from './pages.ts'

let page: Page

const site = withMotion(await openSite())
const masjid = await newMasjid(site.url)

beforeEach(async () => {
  page = await openAs(site, masjid, '/archived-khutbahs')
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await press(page, 'Add New Khutbah')
  await dialog().waitFor()
})

function dialog() {
  return page.getByRole('dialog', { name: 'Add New Khutbah' })
}

test('the browser’s Back button closes an open dialog, and leaves the screen when no dialog is open', async () => {
  await page.goBack()
  await dialog().waitFor({ state: 'detached' })
  await expect.poll(() => new URL(page.url()).pathname).toBe('/masjid-landing')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Add New Khutbah')

  await press(page, 'Add New Khutbah')
  await press(page, 'Close')
  await dialog().waitFor({ state: 'detached' })
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Archived Khutbahs' }).waitFor()
})

test('the Back button of a phone closes a dialog, and the screen stays open', async () => {
  // On a phone, Back sends a close request to the CloseWatcher. On a desktop, Back does not, so this script adds a way to send it.
  await page.addInitScript(`
    globalThis.CloseWatcher = class extends CloseWatcher {
      constructor() {
        super()
        globalThis.backOfDevice = () => this.requestClose()
      }
    }`)
  await page.reload()
  await press(page, 'Add New Khutbah')
  await dialog().waitFor()
  await expect.poll(() => page.evaluate(() => 'backOfDevice' in globalThis)).toBe(true)
  await page.evaluate('backOfDevice()')
  await dialog().waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/masjid-landing')
})

test('a dialog returns the focus to the button that opened it, even in a browser such as Safari, which does not focus a clicked button', async () => {
  // Prevent Chromium from focusing clicked buttons.
  await page.addInitScript(() =>
    document.addEventListener('mousedown', (event) => event.preventDefault(), { capture: true }),
  )
  await page.reload()
  await untilScriptsLoaded(page, 'member-effects')
  await press(page, 'Add New Khutbah')
  await dialog().waitFor()
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Add New Khutbah')
})

test('if the user prefers reduced motion, a dialog closes even while the on-screen keyboard closes and the viewport grows', async () => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.getByLabel('Date').evaluate(async (field) => {
    const sheet = field.closest<HTMLElement>('[role=dialog]')?.parentElement
    const grow = (height: string) => {
      sheet?.style.setProperty('--visual-viewport-height', height)
      // Start the transition now: to list the animations, the browser must first apply the new height.
      sheet?.getAnimations()
    }
    grow('400px')
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
    await Promise.resolve()
    grow('600px')
  })
  await expect.poll(() => dialog().count()).toBe(0)
})

test('the focus in a dialog has an outline in forced colors', async () => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.keyboard.press('Tab')
  const outline = await page.evaluate(() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body)
    return { outlineStyle, outlineWidth }
  })
  expect(outline).toEqual({ outlineStyle: 'solid', outlineWidth: '3px' })
})

test.each(['Change email', 'Change password', 'Delete my account'])(
  'the %s dialog has the username for password managers',
  async (button) => {
    await page.goto('/account')
    await press(page, button)
    const name = page.locator('[role$=dialog] input[autocomplete=username]')
    await expect.poll(() => name.inputValue()).toBe(masjid.email)
  },
)
