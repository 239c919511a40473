import type { Page } from 'playwright-core'

/**
 * Finds animations longer than 1 ms or repeated, except the invisible animation that times a toast. A page with reduced motion must not
 * have such animations.
 */
export function runningAnimations(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter((it) => {
        const { duration = 0, iterations = 1 } = it.effect?.getComputedTiming() ?? {}
        return Number(duration) > 1 || iterations > 1
      })
      .map((it) => (it instanceof CSSAnimation ? it.animationName : it.id))
      .filter((name) => name !== 'toast-time'),
  )
}
