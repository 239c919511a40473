import type { Page } from 'playwright-core'
import { narrowFamily, wideFamily } from '../../runtime/test-fonts.ts'

/** The sizes of small phones. At 400 % zoom, a desktop of 1280 pixels has a width of 320 pixels (WCAG 2.2, 1.4.10). */
const sizes = [
  { name: '320 pixels wide', width: 320, fontSize: '100%' },
  { name: '360 pixels wide with text twice as large', width: 360, fontSize: '200%' },
] as const

const families = [narrowFamily, wideFamily] as const

/** Describes overflowing content, broken words and small targets of the current screen, in both sizes and both fonts. */
export async function layoutProblems(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const { name, width, fontSize } of sizes) {
    await page.setViewportSize({ width, height: 720 })
    for (const family of families) {
      await setFont(page, fontSize, family)
      const inThis = [...(await overflows(page)), ...(await brokenWords(page)), ...(await smallTargets(page))]
      found.push(...inThis.map((problem) => `${name}, ${family}: ${problem}`))
    }
  }
  await unsetFont(page)
  return found
}

/** Sets the font size, and the font of all text except the Quran's. Throws when the page does not use the font. */
export async function setFont(page: Page, fontSize: string, family: string): Promise<void> {
  const isSet = await page.evaluate(
    ([size, font]) => {
      const { style } = document.documentElement
      style.setProperty('font-size', size)
      style.setProperty('--font-sans', `'${font}'`)
      style.setProperty('--font-display', `'${font}'`)
      const headings = [...document.querySelectorAll('h1, h2, button')]
      return headings.every((it) => getComputedStyle(it).fontFamily.includes(font))
    },
    [fontSize, family] as const,
  )
  if (!isSet) throw new Error(`The page does not use the font ${family}`)
  // Wait until the font is loaded. Otherwise the screen may be measured in the fallback font.
  await page.waitForFunction((font) => {
    const context = document.createElement('canvas').getContext('2d')
    const widthIn = (name: string) => {
      if (context === null) return 0
      context.font = `40px '${name}'`
      return context.measureText('Khutbah').width
    }
    return widthIn(font) !== widthIn('no such family')
  }, family)
}

async function unsetFont(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { style } = document.documentElement
    for (const it of ['font-size', '--font-sans', '--font-display']) style.removeProperty(it)
  })
}

/** Finds horizontal scrolling, boxes and texts outside the screen, and texts that are cut off. */
function overflows(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.scrollingElement ?? document.documentElement
    const isOut = ({ left, right }: DOMRect) => right > clientWidth + 1 || left < -1
    const isWide = (it: Element) => it.getBoundingClientRect().right > clientWidth + 1
    const all = [...document.body.querySelectorAll<HTMLElement>('*')]
    const hidden = '.sr-only, .Toastify__progress-bar--wrp, [aria-hidden=true]'
    const wideBoxes = all.filter(
      (it) => it.closest('.sr-only') === null && isWide(it) && ![...it.children].some(isWide),
    )
    const wideTexts = all.filter((it) => {
      if (it.closest(hidden) !== null) return false
      const texts = [...it.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
      return texts.some((text) => {
        const range = document.createRange()
        range.selectNodeContents(text)
        return [...range.getClientRects()].some(isOut)
      })
    })
    const cut = all.filter((it) => {
      const { overflowX, textOverflow } = getComputedStyle(it)
      const isCut = overflowX !== 'visible' && it.scrollWidth > it.clientWidth + 1 && it.clientWidth > 1
      // A long text in an input is not a problem, because the browser scrolls it with the caret.
      return isCut && textOverflow !== 'ellipsis' && it.tagName !== 'INPUT'
    })
    const isScrolling = scrollWidth > clientWidth
    const found: (readonly [string, Element])[] = [
      ...(isScrolling ? [[`scrolls ${scrollWidth} in ${clientWidth}`, document.body] as const] : []),
      // Reports a control that sticks out even if the screen does not scroll, because a fixed element causes no scrolling.
      ...wideBoxes
        .filter((it) => isScrolling || it.closest('a, button, input, select, textarea') !== null)
        .map((it) => ['is too wide', it] as const),
      ...wideTexts.map((it) => ['sticks out', it] as const),
      ...cut.map((it) => ['is cut', it] as const),
    ]
    return found.map(
      ([what, it]) =>
        `${what}: <${it.localName}> ${it.textContent.trim().slice(0, 60) || it.outerHTML.slice(0, 200)}`,
    )
  })
}

/** Finds targets smaller than 44 × 44 pixels. Links inside a sentence are exempt. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const targets = document.querySelectorAll(
      'a[href], button, input:not([type=hidden]), select, summary, textarea',
    )
    return [...targets]
      .filter((it) => {
        const isInSentence =
          getComputedStyle(it).display === 'inline' &&
          it.parentElement?.textContent.trim() !== it.textContent.trim()
        // A link whose ::after covers the whole card is a large target.
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

/** The elements in which words may break: `bdi` contains texts of users, and very long words of a verse are hyphenated. */
const breakableSelector = 'bdi:not(:has(time)), .wrap-anywhere, textarea, .hyphens-auto'

/** Finds words of the interface that break across lines. */
function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate((ignored) => {
    const broken: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent ?? ''
      const isIgnored = node.parentElement?.closest(ignored) !== null
      if (isIgnored) continue
      for (const match of text.matchAll(/[^\s\u2010-\u2015/-]+/gu)) {
        const range = document.createRange()
        range.setStart(node, match.index)
        range.setEnd(node, match.index + match[0].length)
        const tops = [...range.getClientRects()].filter((it) => it.width > 0).map((it) => Math.round(it.top))
        if (new Set(tops).size > 1) broken.push(`is broken: ${match[0]} in ${text.trim().slice(0, 60)}`)
      }
    }
    return broken
  }, `${breakableSelector}, script, .sr-only`)
}
