import { useEffect, useEffectEvent } from 'react'

/**
 * Runs non-critical work after the first paint, so that it doesn't delay the paint. A tab that was opened in the background isn't
 * painted until it is shown, so there it runs at once.
 */
export function useAfterPaint(work: () => void): void {
  const run = useEffectEvent(work)
  useEffect(() => {
    let isOver = false
    const runIfNeeded = () => {
      if (!isOver) run()
    }
    const runSoon = () => void setTimeout(runIfNeeded)
    if (document.hidden) runSoon()
    else requestAnimationFrame(runSoon)
    return () => {
      isOver = true
    }
  }, [])
}
