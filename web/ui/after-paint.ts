import { useEffect, useEffectEvent } from 'react'

/**
 * Runs non-critical work after the first paint, so that it doesn't delay the paint. A tab that was opened in the background isn't
 * painted until it is shown, so there it runs at once.
 */
export function useAfterPaint(work: () => void): void {
  const run = useEffectEvent(work)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const runSoon = () => {
      timer = setTimeout(run)
    }
    const frame = document.hidden ? void runSoon() : requestAnimationFrame(runSoon)
    return () => {
      if (frame) cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
}
