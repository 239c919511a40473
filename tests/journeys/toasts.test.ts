import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { openSite, withMotion } from '../runtime/browser.ts'
import { newKhateeb } from '../runtime/people.ts'
import { fill, press, waitForToast } from './forms.ts'
import { holdRequests } from './hold-requests.ts'
import { openAs } from './pages.ts'
import { nextToast } from './sections.ts'

let page: Page

const site = withMotion(await openSite())

beforeEach(async () => {
  page = await openAs(site, await newKhateeb(site.url))
})

const toasts = () => page.locator('.Toastify__toast')

/** Returns the duration of a toast in ms, and closes it by finishing the invisible animation that times it. */
async function finishToast(): Promise<unknown> {
  const duration = await toasts().evaluate((toast) => {
    const animation = toast
      .getAnimations({ subtree: true })
      .find((it) => it instanceof CSSAnimation && it.animationName === 'toast-time')
    animation?.finish()
    return animation?.effect?.getTiming().duration
  })
  await toasts().waitFor({ state: 'detached' })
  return duration
}

test('a toast closes after 5 seconds, and that of a saved profile after 3', async () => {
  await page.goto('/about-me')
  await fill(page, { 'First name': '' })
  await press(page, 'Save')
  await waitForToast(page, 'First name is required.')
  expect(await finishToast()).toBe(5_000)

  await fill(page, { 'First name': 'Bilal' })
  await press(page, 'Save')
  await waitForToast(page, 'Profile updated successfully!')
  expect(await finishToast()).toBe(3_000)
})

test('twelve toasts are all shown, and Alt+T focuses the first', async () => {
  await page.goto('/about-me')
  await fill(page, { 'First name': '' })
  for (let count = 1; count <= 12; count += 1) {
    // By key, as toasts may cover the button.
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await expect.poll(() => toasts().count()).toBe(count)
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

test('a toast can be closed above a dialog that opened before the toast script was loaded', async () => {
  const held = await holdRequests(page, '**/assets/toast-stack*.js')
  await page.goto('/account')
  await press(page, 'Change password')
  const dialog = page.getByRole('dialog', { name: 'Change password' })
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await page.locator('[aria-invalid=true]').first().waitFor()
  held.release()
  expect(await nextToast(page)).toContain('Password is required.')
})
