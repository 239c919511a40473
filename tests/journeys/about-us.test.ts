import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSite, signInOn } from '../runtime/browser.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'

const text = (page: Page) => page.getByRole('main').ariaSnapshot()
const links = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('listitem').allInnerTexts()

test('the three About Us routes share one text, and each has its own navigation links', async () => {
  const site = await openSite()
  const page = await site.open()
  await page.goto('/home-about-us')
  await page.getByRole('heading', { level: 1, name: 'About Us' }).waitFor()
  const shown = await text(page)
  expect(shown).toContain('There is no donation form here yet.')
  await expect.poll(() => page.locator('iframe').count()).toBe(0)
  await expect.poll(() => links(page)).toEqual(['Login', 'Khateeb Sign Up', 'Masjid Sign Up', 'About Us'])

  await page.goto('/masjid-about-us')
  await page.getByRole('heading', { level: 1, name: 'About Us' }).waitFor()
  await expect.poll(() => links(page)).toEqual(['Login', 'Register as Khateeb', 'Register as Masjid'])
  await expect.poll(() => text(page)).toBe(shown)

  await signInOn(page, await newMasjid(site.url))
  await page.goto('/masjid-landing')
  await page.getByRole('link', { name: 'About Us' }).click()
  await page.waitForURL('**/masjid-about-us')
  await expect.poll(() => links(page)).toEqual(['Dashboard', 'About Us', 'Logout'])
  await expect.poll(() => text(page)).toBe(shown)

  await signInOn(page, await newKhateeb(site.url))
  await page.goto('/about-us')
  await page.getByRole('heading', { level: 1, name: 'About Us' }).waitFor()
  await expect.poll(() => links(page)).toEqual(['Dashboard', 'About Me', 'About Us', 'Logout'])
  await expect.poll(() => text(page)).toBe(shown)
})

/** Returns whether a pixel near the bottom of the donation form's frame is light or dark in the theme `colorScheme`. */
async function frameBackground(page: Page, colorScheme: 'light' | 'dark'): Promise<'light' | 'dark'> {
  await page.emulateMedia({ colorScheme })
  const picture = await page.locator('iframe').screenshot()
  const lightness = await page.evaluate(
    async (bytes) => {
      const bitmap = await createImageBitmap(new Blob([Uint8Array.from(bytes)]))
      const context = new OffscreenCanvas(1, 1).getContext('2d')
      context?.drawImage(bitmap, -bitmap.width / 2, -bitmap.height * 0.9)
      return context?.getImageData(0, 0, 1, 1).data[0] ?? Number.NaN
    },
    [...picture],
  )
  return lightness > 128 ? 'light' : 'dark'
}

test('the frame of a donation form that doesn’t load has the colors of the theme', async () => {
  const site = await openSite({ DONATION_URL: 'https://donate.example/form' })
  const page = await site.open()
  await page.context().route('https://donate.example/**', () => new Promise<void>(() => {}))
  await page.goto('/home-about-us', { waitUntil: 'domcontentloaded' })
  await page.getByText('Open the form in a new tab').waitFor()
  expect(await frameBackground(page, 'dark')).toBe('dark')
  expect(await frameBackground(page, 'light')).toBe('light')
})

test('the external donation form works in its frame and opens in a new tab', async () => {
  const form = 'https://donate.example/form?to=minbar'
  const site = await openSite({ DONATION_URL: form })
  const page = await site.open()
  await page.context().route('https://donate.example/**', (route) => {
    const isGiven = route.request().method() === 'POST'
    const body = isGiven
      ? '<p>Thank you</p>'
      : '<form method="post" action="/give"><button>Give $25</button></form>'
    return route.fulfill({ contentType: 'text/html', body })
  })
  await page.goto('/home-about-us')
  expect(await frameBackground(page, 'light')).toBe('light')
  // The form has no dark colors, so the browser shows it on white.
  expect(await frameBackground(page, 'dark')).toBe('light')
  const frame = page.frameLocator('iframe[title="Donation form, in US dollars"]')
  await frame.getByRole('button', { name: 'Give $25' }).click()
  await frame.getByText('Thank you').waitFor()
  expect(new URL(page.url()).pathname).toBe('/home-about-us')

  const link = page.getByRole('link', { name: 'Open the form in a new tab' })
  await expect.poll(() => link.getAttribute('href')).toBe(form)
  const [opened] = await Promise.all([page.context().waitForEvent('page'), link.click()])
  await opened.getByRole('button', { name: 'Give $25' }).waitFor()
  expect(await opened.evaluate(() => window.opener === null)).toBe(true)
})
