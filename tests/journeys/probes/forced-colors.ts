import type { Page } from 'playwright-core'

/**
 * Finds buttons and fields without a border. They need a border, because in forced colors, backgrounds are not visible. Leaves out icons,
 * underlined buttons that look like links, and checkboxes, which browsers draw themselves.
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
