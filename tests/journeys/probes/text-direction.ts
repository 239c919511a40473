import type { Page } from 'playwright-core'

/** Finds texts with a time, distance or phone number that right-to-left layout would scramble. */
export function scrambledTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent ?? ''
      const isMeasure = /\d:\d\d [AP]M|\d miles?\b|\(\d{3}\)/.test(text)
      // The browser itself sets the direction of texts in options.
      if (isMeasure && node.parentElement?.closest('bdi, option, p, .Toastify__toast') === null)
        found.push(text)
      if (isMeasure && node.parentElement?.tagName === 'P') found.push(text)
    }
    return found
  })
}
