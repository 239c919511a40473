import type { Page } from 'playwright-core'

/** The sum of the document's layout-shift scores up to the next paint. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const sumShifts = () => {
          new PerformanceObserver((list) =>
            resolve(list.getEntries().reduce((sum, it) => sum + ('value' in it ? Number(it.value) : 0), 0)),
          ).observe({ type: 'layout-shift', buffered: true })
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)))
        }
        // After the next paint.
        requestAnimationFrame(() => requestAnimationFrame(sumShifts))
      }),
  )
}
