import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Runs non-critical work after the first paint, so that the work doesn't delay the paint. In a tab that was opened in the background,
 * it runs the work at once, because such a tab isn't painted until it is shown.
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
 * Imports a module after the first paint. Returns undefined until the module has loaded, and forever if it fails to load. So use this hook
 * only for modules that a screen can do without.
 */
export function useModuleAfterPaint<Module extends object>(
  load: () => Promise<Module> | undefined,
): Module | undefined {
  const [module, setModule] = useState<Module>()
  useAfterPaint(() => void load()?.then(setModule, () => undefined))
  return module
}
