import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** More stops than any screen here has. */
const most = 90

/** Goes to an element with Tab, or backwards with Shift+Tab; every stop on the way must show that it has the focus. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor()
  const stops: string[] = []
  while (!(await hasFocus(target))) {
    if (stops.length === most) throw new Error(`${key} never came there, but to ${stops.join(' · ')}`)
    await page.keyboard.press(key)
    stops.push(await visibleFocus(page))
  }
}

/** Goes to an element and presses Enter. */
export async function pressEnterOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** Goes to a field and types into it, in place of what stands there. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
}

/** Waits until an element has the focus without any key. */
export async function untilFocused(target: Locator): Promise<void> {
  await expect.poll(() => hasFocus(target)).toBe(true)
}

/** Whether an element, or something in it, has the focus. */
export async function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluateAll(([first]) => first?.contains(document.activeElement) === true)
}

/**
 * The name of what has the focus. Throws when nobody could see that it has: no outline, outside of the screen, or
 * wholly under something else (WCAG 2.2, 2.4.7 and 2.4.11).
 */
export async function visibleFocus(page: Page): Promise<string> {
  const { name, problem } = await page.evaluate(() => {
    const element = document.activeElement
    if (element === null || element === document.body) return { name: 'the document', problem: null }
    const label = element.getAttribute('aria-label') ?? element.textContent
    const name = `${element.tagName.toLowerCase()} ${label.trim().slice(0, 60)}`
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2)
      return { name, problem: 'has no outline' }
    const rects = [...element.getClientRects()]
    const points = rects.flatMap(({ left, right, top, bottom }) => [
      { x: (left + right) / 2, y: (top + bottom) / 2 },
      { x: left + 3, y: top + 3 },
      { x: right - 3, y: bottom - 3 },
    ])
    const isHit = ({ x, y }: { x: number; y: number }) => {
      const there = document.elementFromPoint(x, y)
      return there !== null && (element.contains(there) || there.contains(element))
    }
    return { name, problem: points.some(isHit) ? null : 'is hidden' }
  })
  if (problem !== null) throw new Error(`The focus is on “${name}”, which ${problem}.`)
  return name
}
