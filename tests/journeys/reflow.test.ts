import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSite, type Site } from '../runtime/browser.ts'
import { drawnFonts } from './drawn-fonts.ts'
import {
  khateebScreens,
  masjidScreens,
  newPair,
  openScreen,
  type Pair,
  publicScreens,
} from './every-screen.ts'
import { openAs } from './screens.ts'

let site: Site
let pairs: readonly Pair[]

beforeAll(async () => {
  site = await openSite()
  pairs = await Promise.all([
    newPair(site.url, {
      masjidName: 'Masjid'.repeat(33),
      masjidAddress: '1 Donaudampfschifffahrtsgesellschaftsstrasse '.repeat(4),
      website: `www.${'a-long-name'.repeat(5)}.example.org/${'path'.repeat(20)}`,
      firstName: 'Abdurrahman'.repeat(9),
      lastName: 'Muhammad'.repeat(12),
      bio: 'NoSpaceAtAll'.repeat(40),
    }),
    newPair(site.url, {
      masjidName: 'مسجد النور الكبير '.repeat(11),
      masjidAddress: '12 شارع النور',
      firstName: 'عبد الرحمن',
      lastName: `محمد ${'الشيخ '.repeat(15)}`,
      bio: 'خطيب ومعلم للقرآن الكريم. '.repeat(10),
    }),
  ])
})
afterAll(() => site.close())

/** 320 pixels are also what is left of 1280 at a zoom of 400 %. */
const narrows = [
  { name: '320 pixels wide', width: 320, letters: '100%' },
  { name: '360 pixels wide with letters twice as large', width: 360, letters: '200%' },
] as const

/** What doesn't fit on the screen as it stands, on either narrow screen, nor under a thumb. */
async function misfits(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const { name, width, letters } of narrows) {
    await page.setViewportSize({ width, height: 720 })
    await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), letters)
    const inThis = [...(await misfitsAsItStands(page)), ...(await tooSmall(page))]
    found.push(...inThis.map((misfit) => `${name}: ${misfit}`))
  }
  return found
}

/** The screen itself where it must be scrolled sideways, and texts that are cut off. */
function misfitsAsItStands(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.scrollingElement ?? document.documentElement
    const isOut = ({ left, right }: DOMRect) => right > clientWidth + 1 || left < -1
    const wide = [...document.body.querySelectorAll('*')].filter((it) => {
      if (it.closest('.sr-only, .Toastify__progress-bar--wrp, [aria-hidden=true]') !== null) return false
      const texts = [...it.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
      return texts.some((text) => {
        const range = document.createRange()
        range.selectNodeContents(text)
        return [...range.getClientRects()].some(isOut)
      })
    })
    const cut = [...document.body.querySelectorAll<HTMLElement>('*')].filter((it) => {
      const { overflowX, textOverflow } = getComputedStyle(it)
      const isCut = overflowX !== 'visible' && it.scrollWidth > it.clientWidth + 1 && it.clientWidth > 1
      // What is typed moves along under the caret.
      return isCut && textOverflow !== 'ellipsis' && it !== document.documentElement && it.tagName !== 'INPUT'
    })
    return [
      ...(scrollWidth > clientWidth ? [`scrolls: ${scrollWidth} in ${clientWidth}`] : []),
      ...wide.map((it) => `sticks out: ${it.outerHTML.slice(0, 120)}`),
      ...cut.map((it) => `is cut: ${it.outerHTML.slice(0, 120)}`),
    ]
  })
}

/** What is pressed and has less than 44 pixels either way. A link in a sentence has the height of its line. */
function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const pressed = document.querySelectorAll(
      'a[href], button, input:not([type=hidden]), select, summary, textarea',
    )
    return [...pressed]
      .filter((it) => {
        const isInSentence =
          getComputedStyle(it).display === 'inline' &&
          it.parentElement?.textContent.trim() !== it.textContent.trim()
        // The whole card is pressed.
        const isStretched = getComputedStyle(it, '::after').position === 'absolute'
        return it.closest('.sr-only, [hidden], [inert]') === null && !isInSentence && !isStretched
      })
      .map((it) => ({ it, box: (it.closest('label') ?? it).getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && Math.min(box.width, box.height) < 43.5)
      .map(
        ({ it, box }) => `${Math.round(box.width)}x${Math.round(box.height)}: ${it.outerHTML.slice(0, 160)}`,
      )
  })
}

async function misfitsOn(page: Page, screens: readonly string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const screen of screens) {
    await openScreen(page, screen)
    const onScreen = await misfits(page)
    if (onScreen.length > 0) found[screen] = onScreen
  }
  return found
}

describe('everything fits on a narrow screen, on one with letters twice as large, and under a thumb', () => {
  test('for nobody', async () => {
    const page = await site.open()
    expect(await misfitsOn(page, publicScreens)).toEqual({})
  })

  test.each([0, 1])('for khateebs with long names (%i)', async (place) => {
    const pair = pairs[place]
    if (pair === undefined) throw new Error('There are two pairs.')
    const page = await openAs(site, pair.khateeb)
    expect(await misfitsOn(page, khateebScreens(pair))).toEqual({})
    await openScreen(page, '/dashboard')
    await page.getByRole('button', { name: 'Withdraw' }).first().click()
    await page.getByRole('alertdialog').waitFor()
    expect(await misfits(page)).toEqual([])
    await openScreen(page, '/account')
    for (const name of ['Change e-mail', 'Change password', 'Delete my account']) {
      await page.getByRole('button', { name }).click()
      const window = page.locator('[role=dialog], [role=alertdialog]')
      await window.waitFor()
      expect(await misfits(page)).toEqual([])
      await page.keyboard.press('Escape')
      await window.waitFor({ state: 'detached' })
    }
  })

  test.each([0, 1])('for masjids with long names (%i)', async (place) => {
    const pair = pairs[place]
    if (pair === undefined) throw new Error('There are two pairs.')
    const page = await openAs(site, pair.masjid)
    expect(await misfitsOn(page, masjidScreens(pair))).toEqual({})
    await openScreen(page, '/masjid-landing')
    for (const name of ['Remove Khateeb', 'Add New Khutbah']) {
      await page.getByRole('button', { name }).first().click()
      await page.getByRole(name === 'Remove Khateeb' ? 'alertdialog' : 'dialog').waitFor()
      expect(await misfits(page)).toEqual([])
      await page.keyboard.press('Escape')
    }
  })
})

// Elsewhere the browser has no way to leave out the fonts of the system.
describe.runIf(process.platform === 'linux')('the browser of the tests', () => {
  test('draws text in the fonts that the tests bring, and in no others', async () => {
    const [, arabic] = pairs
    if (arabic === undefined) throw new Error('There are two pairs.')
    const page = await openAs(site, arabic.masjid)
    await openScreen(page, '/masjid-landing')
    expect(await drawnFonts(page)).toEqual(['DejaVu Sans', 'DejaVu Serif'])
  })
})
