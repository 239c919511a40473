import type { Page } from 'playwright-core'

/** Returns the document's layout shifts up to the next paint, each with its score and the start of the moved elements' markup. */
export function layoutShifts(page: Page): Promise<readonly string[]> {
  return page.evaluate(
    () =>
      new Promise<readonly string[]>((resolve) => {
        const listShifts = () => {
          new PerformanceObserver((list) =>
            resolve(
              list.getEntries().map((it) => {
                const score = 'value' in it ? Number(it.value) : 0
                const sources = 'sources' in it && Array.isArray(it.sources) ? it.sources : []
                const moved = sources.map(({ node }) =>
                  node instanceof Element ? node.outerHTML.slice(0, 120) : String(node?.textContent),
                )
                return `${score}: ${moved.join(' ')}`
              }),
            ),
          ).observe({ type: 'layout-shift', buffered: true })
          requestAnimationFrame(() => requestAnimationFrame(() => resolve([])))
        }
        // List the shifts after the next paint.
        requestAnimationFrame(() => requestAnimationFrame(listShifts))
      }),
  )
}
