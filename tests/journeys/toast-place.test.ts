import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSite, withMotion } from '../runtime/browser.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'
import { postSlot } from '../runtime/slots.ts'
import { fill, waitForToast } from './forms.ts'
import { card, openAs, untilPainted } from './pages.ts'
import { selectSlot } from './sections.ts'

const site = withMotion(await openSite())

const windows = [
  ['a phone', { width: 390, height: 844 }],
  ['a desktop', { width: 1280, height: 800 }],
] as const

/** Returns the texts of the toasts that cover a part of the focused element. */
function toastsCoveringFocus(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const focused = document.activeElement?.getBoundingClientRect()
    const stack = document.querySelector('.Toastify__toast-container')?.getBoundingClientRect()
    if (focused === undefined || stack === undefined) return []
    return [...document.querySelectorAll<HTMLElement>('.Toastify__toast')]
      .filter((toast) => {
        const { left, right, top, bottom } = toast.getBoundingClientRect()
        return (
          left < focused.right &&
          right > focused.left &&
          Math.max(top, stack.top) < focused.bottom &&
          Math.min(bottom, stack.bottom) > focused.top
        )
      })
      .map((toast) => toast.innerText)
  })
}

test.each(windows)('on %s, a toast doesn’t cover the focused button', async (_, size) => {
  const page = await openAs(site, await newKhateeb(site.url))
  await page.setViewportSize(size)
  await page.goto('/about-me')
  const save = page.getByRole('button', { name: 'Save' })
  const toBottom = () => save.evaluate((it) => it.scrollIntoView({ block: 'end' }))
  await save.focus()
  await toBottom()
  await save.press('Enter')
  await waitForToast(page, 'Profile updated successfully!')
  expect(await toastsCoveringFocus(page)).toEqual([])

  // The invalid field gets the focus, and the toast stays in place.
  await fill(page, { 'First name': '' })
  await save.press('Enter')
  await waitForToast(page, 'First name is required.')
  await expect.poll(() => toastsCoveringFocus(page)).toEqual([])
  await toBottom()
  await save.focus()
  await expect.poll(() => toastsCoveringFocus(page)).toEqual([])
})

test.each(windows)('on %s, not even twelve toasts cover the focused button', async (_, size) => {
  const masjid = await newMasjid(site.url)
  await postSlot(masjid)
  const khateebs: TestAccount[] = []
  for (let count = 1; count <= 12; count += 1)
    khateebs.push(await newKhateeb(site.url, { lastName: `Place${size.width} ${count}` }))
  const page = await openAs(site, masjid)
  await page.setViewportSize(size)
  await page.goto(`/nearby-khateebs?q=Place${size.width}`)
  await selectSlot(page)
  for (const [index, { name }] of khateebs.entries()) {
    const ask = card(page, name).getByRole('button', { name: 'Request This Khateeb' })
    await ask.focus()
    await expect.poll(() => toastsCoveringFocus(page)).toEqual([])
    await ask.press('Enter')
    await expect.poll(() => page.locator('.Toastify__toast').count()).toBe(index + 1)
    await expect.poll(() => toastsCoveringFocus(page)).toEqual([])
  }
})

test('a toast stays in place while its button is pressed', async () => {
  const page = await openAs(site, await newKhateeb(site.url), '/about-me')
  const save = page.getByRole('button', { name: 'Save' })
  await page.getByLabel('First name').press('Enter')
  await waitForToast(page, 'Profile updated successfully!')
  await save.evaluate((it) => it.scrollIntoView({ block: 'end' }))
  await page.getByRole('button', { name: 'Close notification' }).hover()
  await page.mouse.down()
  // A script focuses the button that the toast covers.
  await save.evaluate((it) => it.focus())
  await untilPainted(page)
  await page.mouse.up()
  await expect.poll(() => page.locator('.Toastify__toast').count()).toBe(0)
})
