import type { Page } from 'playwright-core'

/**
 * Finds buttons and fields without a border. In forced colors, backgrounds are not visible. Buttons that look like links are underlined
 * instead, and browsers draw checkboxes themselves.
 */
export async function borderlessControls(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' })
  const found = await page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'main button, main input:not([type=checkbox], [hidden]), main select, main textarea, [role$=dialog] button',
      ),
    ]
      .filter((it) => {
        const { borderTopStyle, borderTopWidth, textDecorationLine } = getComputedStyle(it)
        const isIcon = it.textContent.trim() === '' && it.querySelector('svg') !== null
        const isLink = textDecorationLine === 'underline'
        return !isIcon && !isLink && (borderTopStyle === 'none' || Number.parseFloat(borderTopWidth) < 1)
      })
      .map((it) => it.outerHTML.slice(0, 120)),
  )
  await page.emulateMedia({ forcedColors: 'none' })
  return found
}
