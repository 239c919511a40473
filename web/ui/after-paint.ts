import { useEffect, useEffectEvent, useState } from 'react'

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

/**
 * The module that `load` imports after the first paint. Undefined until then; also if it fails to load, so use it only for what a screen
 * can do without.
 */
export function useModuleAfterPaint<Module extends object>(
  load: () => Promise<Module> | undefined,
): Module | undefined {
  const [module, setModule] = useState<Module>()
  useAfterPaint(() => void load()?.then(setModule, () => undefined))
  return module
}
