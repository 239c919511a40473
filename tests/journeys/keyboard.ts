import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** More tab stops than any screen has. */
const maxStops = 90

/** Moves the focus to an element with Tab or Shift+Tab. Throws when a stop on the way has no visible focus. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor()
  const stops: string[] = []
  while (!(await hasFocus(target))) {
    if (stops.length === maxStops)
      throw new Error(`${key} did not reach the element, but only ${stops.join(' · ')}`)
    await page.keyboard.press(key)
    stops.push(await requireVisibleFocus(page))
  }
}

/** Tabs to an element and presses Enter. */
export async function pressEnterOn(page: Page, target: Locator, key?: 'Tab' | 'Shift+Tab'): Promise<void> {
  await tabTo(page, target, key)
  await page.keyboard.press('Enter')
}

/** Tabs to a field and replaces its text. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
}

/** Focuses an element. Retries until it takes the focus, because a panel is inert until its script has loaded. */
export async function focusOn(target: Locator): Promise<void> {
  await expect.poll(() => target.focus().then(() => hasFocus(target))).toBe(true)
}

/** Waits until an element or a descendant has the focus. */
export async function untilFocused(target: Locator): Promise<void> {
  await expect.poll(() => hasFocus(target)).toBe(true)
}

/** Returns whether an element or a descendant has the focus. */
export async function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluateAll(([first]) => first?.contains(document.activeElement) === true)
}

/**
 * Returns the name of the focused element. Throws when its focus is not visible: it has no outline, is off screen, or
 * is completely covered (WCAG 2.2, 2.4.7 and 2.4.11).
 */
export async function requireVisibleFocus(page: Page): Promise<string> {
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
      const hit = document.elementFromPoint(x, y)
      return hit !== null && (element.contains(hit) || hit.contains(element))
    }
    return { name, problem: points.some(isHit) ? null : 'is hidden' }
  })
  if (problem !== null) throw new Error(`The focus is on “${name}”, which ${problem}.`)
  return name
}
