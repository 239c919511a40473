import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSite } from '../runtime/browser.ts'
import { khateebScreens, masjidScreens, newPair, openScreen } from './every-screen.ts'
import { press } from './forms.ts'
import { holdRequests } from './hold-requests.ts'
import { openAs, withoutServerRendering } from './pages.ts'

const site = await openSite()
const pair = await newPair(site.url)

/** Animations longer than 1 ms or repeated, except the invisible one that times a toast. */
function animations(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter((it) => {
        const { duration = 0, iterations = 1 } = it.effect?.getComputedTiming() ?? {}
        return Number(duration) > 1 || iterations > 1
      })
      .map((it) => (it instanceof CSSAnimation ? it.animationName : it.id))
      .filter((name) => name !== 'toast-time'),
  )
}

test('with reduced motion nothing is animated while loading, saving or opening a dialog', async () => {
  const page = await openAs(site, pair.masjid)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await withoutServerRendering(page)
  const held = await holdRequests(page, '**/masjids/me?*')
  await page.goto('/masjid-landing')
  await page.getByLabel('Loading…').first().waitFor()
  expect(await animations(page)).toEqual([])
  held.release()

  await holdRequests(page, '**/approve_request_full')
  await press(page, 'Approve')
  await page.locator('button[aria-busy=true]').waitFor()
  expect(await animations(page)).toEqual([])
  await press(page, 'Add New Khutbah')
  await page.getByRole('dialog').waitFor()
  await page.getByLabel('Date').fill('')
  await press(page, 'Add Khutbah')
  await page.getByRole('alert').waitFor()
  expect(await animations(page)).toEqual([])
})

/** Buttons and fields without a border. In forced colours, backgrounds are not visible. */
function borderless(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'main button, main input, main select, main textarea, [role$=dialog] button',
      ),
    ]
      .filter((it) => {
        const { borderTopStyle, borderTopWidth } = getComputedStyle(it)
        const isIcon = it.textContent.trim() === '' && it.querySelector('svg') !== null
        return !isIcon && (borderTopStyle === 'none' || Number.parseFloat(borderTopWidth) < 1)
      })
      .map((it) => it.outerHTML.slice(0, 120)),
  )
}

test('in forced colours every control has a border, and the focus an outline', async () => {
  const page = await openAs(site, pair.masjid)
  await page.emulateMedia({ forcedColors: 'active' })
  await openScreen(page, '/masjid-landing')
  expect(await borderless(page)).toEqual([])
  await press(page, 'Add New Khutbah')
  await page.getByRole('dialog').waitFor()
  expect(await borderless(page)).toEqual([])
  await page.keyboard.press('Tab')
  const outline = await page.evaluate(() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body)
    return { outlineStyle, outlineWidth }
  })
  expect(outline).toEqual({ outlineStyle: 'solid', outlineWidth: '3px' })
})

/** Texts with a time, distance or phone number that right-to-left layout would scramble. */
function scrambled(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent ?? ''
      const isMeasure = /\d:\d\d [AP]M|\d miles?\b|\(\d{3}\)/.test(text)
      // Browsers lay out the text of options themselves.
      if (isMeasure && node.parentElement?.closest('bdi, option, p, .Toastify__toast') === null)
        found.push(text)
      if (isMeasure && node.parentElement?.tagName === 'P') found.push(text)
    }
    return found
  })
}

test('in right-to-left layout, times, distances and phone numbers read left to right', async () => {
  for (const [person, screens] of [
    [pair.khateeb, khateebScreens(pair)],
    [pair.masjid, masjidScreens(pair)],
  ] as const) {
    const page = await openAs(site, person)
    for (const screen of screens) {
      await openScreen(page, screen)
      expect([screen, await scrambled(page)]).toEqual([screen, []])
    }
  }
})
