import { useEffect, useEffectEvent } from 'react'

/** Loads a script after the first paint. If that fails, its first use loads it again and reports the failure. */
export function usePreload(load: () => Promise<unknown>): void {
  useAfterPaint(() => void load().catch(() => undefined))
}

/** Runs non-critical work after the first paint, so that it doesn't delay the paint. */
export function useAfterPaint(work: () => void): void {
  const run = useEffectEvent(work)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => run())
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
}
