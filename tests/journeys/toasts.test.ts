import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { disableServerRendering } from '../../tools/browser/disable-server-rendering.ts'
import { openSite, withMotion } from '../runtime/browser.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'
import { postSlot } from '../runtime/slots.ts'
import { fill, press, waitForToast } from './forms.ts'
import { holdRequests } from './hold-requests.ts'
import { card, internalError, openAs } from './pages.ts'
import { readAndCloseToast, selectSlot } from './sections.ts'

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

test('a toast closes after 5 seconds, and the toast of a saved profile after 3 seconds', async () => {
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
  const masjid = await newMasjid(site.url)
  await postSlot(masjid)
  const khateebs: TestAccount[] = []
  for (let count = 1; count <= 12; count += 1)
    khateebs.push(await newKhateeb(site.url, { lastName: `Twelve ${count}` }))
  page = await openAs(site, masjid, '/nearby-khateebs?q=Twelve')
  await selectSlot(page)
  for (const [index, { name }] of khateebs.entries()) {
    // Press Enter, because toasts may cover the button.
    await card(page, name).getByRole('button', { name: 'Request This Khateeb' }).press('Enter')
    await expect.poll(() => toasts().count()).toBe(index + 1)
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

test('a toast replaces an equal toast, and the toast of an earlier attempt with the same form', async () => {
  await page.goto('/about-me')
  await fill(page, { 'First name': '' })
  for (let count = 1; count <= 2; count += 1) {
    await press(page, 'Save')
    await waitForToast(page, 'First name is required.')
  }
  expect(await toasts().count()).toBe(1)

  await fill(page, { 'First name': 'Bilal' })
  await press(page, 'Save')
  await waitForToast(page, 'Profile updated successfully!')
  expect(await toasts().count()).toBe(1)
})

test('a field shows its error even while a toast shows the same error, and nothing moves when the toast closes', async () => {
  await page.goto('/about-me')
  await fill(page, { 'First name': '', 'Last name': '' })
  await press(page, 'Save')
  await waitForToast(page, 'First name is required.')
  const opacityOf = (text: string) =>
    page
      .getByRole('main')
      .getByText(text, { exact: true })
      .evaluate((it) => getComputedStyle(it).opacity)
  expect(await opacityOf('First name is required.')).toBe('1')
  expect(await opacityOf('Last name is required.')).toBe('1')
  expect(await page.locator('[aria-invalid=true]').count()).toBe(2)
  const place = await page.getByLabel('Bio').boundingBox()
  await readAndCloseToast(page)
  expect(await opacityOf('First name is required.')).toBe('1')
  expect(await page.getByLabel('Bio').boundingBox()).toEqual(place)
})

test('a failed load shows each sentence once: the toast has the failure, and the section has the reason', async () => {
  const text = 'Error fetching your khutbahs. Please try again later.'
  await disableServerRendering(page)
  await page.route('**/get_my_khutbahs', (route) => route.fulfill(internalError))
  await page.goto('/dashboard')
  await waitForToast(page, text)
  const main = page.getByRole('main')
  await main.getByText('Something went wrong on our side. Please try again.').waitFor()
  expect(await main.getByText(text).filter({ visible: true }).count()).toBe(0)
})

test('a toast can be closed above a dialog that opened before the toast script was loaded', async () => {
  const held = await holdRequests(page, '**/assets/toast-stack*.js')
  await page.goto('/account')
  await press(page, 'Change password')
  const dialog = page.getByRole('dialog', { name: 'Change password' })
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await page.locator('[aria-invalid=true]').first().waitFor()
  held.release()
  expect(await readAndCloseToast(page)).toContain('Password is required.')
})
