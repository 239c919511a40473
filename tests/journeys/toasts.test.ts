import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSite, type Site } from '../runtime/browser.ts'
import { newKhateeb } from '../runtime/people.ts'
import { fill, press, waitForToast } from './forms.ts'
import { holdRequests } from './hold-requests.ts'
import { openAs } from './pages.ts'
import { pauseToasts, nextToast } from './sections.ts'

let site: Site
let page: Page

beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

beforeEach(async () => {
  page = await openAs(site, await newKhateeb(site.url))
})

const toasts = () => page.locator('.Toastify__toast')

/** The milliseconds that a toast stays: an animation of nothing, at whose end it goes. Brings that end about. */
async function outlives(): Promise<unknown> {
  const stays = await toasts().evaluate((toast) => {
    const animation = toast
      .getAnimations({ subtree: true })
      .find((it) => it instanceof CSSAnimation && it.animationName === 'toast-time')
    animation?.finish()
    return animation?.effect?.getTiming().duration
  })
  await toasts().waitFor({ state: 'detached' })
  return stays
}

test('a toast closes by itself after 5 seconds, that of a saved profile after 3', async () => {
  await page.goto('/about-me')
  await fill(page, { 'First name': '' })
  await press(page, 'Save')
  await waitForToast(page, 'First name is required.')
  expect(await outlives()).toBe(5_000)

  await fill(page, { 'First name': 'Bilal' })
  await press(page, 'Save')
  await waitForToast(page, 'Profile updated successfully!')
  expect(await outlives()).toBe(3_000)
})

test('however many toasts there are, all are shown, and Alt+T leads to the first', async () => {
  await page.goto('/about-me')
  await fill(page, { 'First name': '' })
  for (let count = 1; count <= 12; count += 1) {
    // By key, as toasts may stand before the button.
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await expect.poll(() => toasts().count()).toBe(count)
    // However long this takes, none goes.
    await pauseToasts(page)
  }
  await page.keyboard.press('Alt+t')
  await expect
    .poll(() =>
      toasts()
        .first()
        .evaluate((it) => it === document.activeElement),
    )
    .toBe(true)
})

test('a toast can be closed over a dialog that was opened before the toasts were loaded', async () => {
  const held = await holdRequests(page, '**/assets/toast-stack*.js')
  await page.goto('/account')
  await press(page, 'Change password')
  const dialog = page.getByRole('dialog', { name: 'Change password' })
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await page.locator('[aria-invalid=true]').first().waitFor()
  held.release()
  expect(await nextToast(page)).toContain('Password is required.')
})
