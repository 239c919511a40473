import type { Page } from 'playwright-core'
import { narrowFamily, wideFamily } from '../runtime/fonts.ts'

/** A phone of 320 pixels also stands for a desktop of 1280 pixels at a zoom of 400 %. */
const sizes = [
  { name: '320 pixels wide', width: 320, letters: '100%' },
  { name: '360 pixels wide with letters twice as large', width: 360, letters: '200%' },
] as const

const families = [narrowFamily, wideFamily] as const

/** Describes each part of the screen as it stands that does not fit, at both sizes, in a narrow and in a wide font. */
export async function layoutProblems(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const { name, width, letters } of sizes) {
    await page.setViewportSize({ width, height: 720 })
    for (const family of families) {
      await setFont(page, letters, family)
      const inThis = [...(await overflows(page)), ...(await brokenWords(page)), ...(await smallTargets(page))]
      found.push(...inThis.map((misfit) => `${name}, ${family}: ${misfit}`))
    }
  }
  return found
}

/** Sets the size of the letters, and the font of all text but the Quran's. */
export async function setFont(page: Page, letters: string, family: string): Promise<void> {
  const isSet = await page.evaluate(
    ([size, font]) => {
      const { style } = document.documentElement
      style.setProperty('font-size', size)
      style.setProperty('--font-sans', `'${font}'`)
      style.setProperty('--font-display', `'${font}'`)
      const headings = [...document.querySelectorAll('h1, h2, button')]
      return headings.every((it) => getComputedStyle(it).fontFamily.includes(font))
    },
    [letters, family] as const,
  )
  if (!isSet) throw new Error(`The page does not take the font ${family}`)
  // In one run of many, a whole screen was still drawn in the usual font.
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

/** Finds what makes the screen scroll sideways, texts that stick out of it, and texts that are cut off. */
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
      // The browser scrolls what is typed into a field along with the caret.
      return isCut && textOverflow !== 'ellipsis' && it.tagName !== 'INPUT'
    })
    const isScrolling = scrollWidth > clientWidth
    const found: (readonly [string, Element])[] = [
      ...(isScrolling ? [[`scrolls ${scrollWidth} in ${clientWidth}`, document.body] as const] : []),
      // What is fixed sticks out without making the screen scroll.
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

/** Finds targets of less than 44 pixels either way. A link in a sentence has the height of its line. */
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
        // The target is the whole card.
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

/** Names and other texts of users stand in `bdi`; a very long word of a verse is hyphenated. */
const mayBreak = 'bdi:not(:has(time)), .wrap-anywhere, textarea, .hyphens-auto'

/** Finds words of the interface that are broken over two lines. */
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
  }, `${mayBreak}, script, .sr-only`)
}
