import type { Page } from 'playwright-core'

/** Finds problems for screen-reader users: heading levels, ambiguous buttons and landmarks. */
export function structureProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const levels = [...document.querySelectorAll('h1, h2, h3, h4')].map((it) => Number(it.tagName.slice(1)))
    const jumps = levels.filter((level, place) => level > (levels[place - 1] ?? 0) + 1)
    const countByName = new Map<string, number>()
    for (const it of document.querySelectorAll('main button')) {
      const name = it.getAttribute('aria-label') ?? it.textContent.trim()
      const described = (it.ariaDescribedByElements ?? []).map((by) => by.textContent)
      const heard = `${name}: ${described.join(' ')}`
      countByName.set(heard, (countByName.get(heard) ?? 0) + 1)
    }
    return [
      ...(levels.filter((it) => it === 1).length === 1 ? [] : ['does not have exactly one h1']),
      ...jumps.map((level) => `jumps to a heading of level ${level}`),
      ...[...countByName]
        .filter(([, count]) => count > 1)
        .map(([heard]) => `has two buttons with the same name and description: ${heard}`),
      ...(document.querySelectorAll('main').length === 1 ? [] : ['does not have exactly one main landmark']),
      ...[...document.querySelectorAll('nav')]
        .filter((it) => !it.ariaLabel)
        .map(() => 'has a navigation landmark without a name'),
    ]
  })
}
