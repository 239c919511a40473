import { useEffect, useEffectEvent, useState } from 'react'
import { CallFailed } from '../../contract/client.ts'
import { useAfterPaint } from '../ui/after-paint.ts'
import { showFailure } from '../ui/toasts.tsx'
import { sentenceOf } from './failure-sentences.ts'

/** Shows that a script of the page failed to load. */
export function showLoadFailure(): void {
  showFailure(sentenceOf(new CallFailed(0, 'network', '')))
}

/**
 * A module that is preloaded after the first paint, so that it is available even if the server is unreachable later. Undefined until
 * it is needed and loaded. If it is needed and fails to load, shows an error and calls `onFailure`.
 */
export function useLazyModule<Module extends object>(
  isNeeded: boolean,
  load: () => Promise<Module>,
  onFailure: () => void,
): Module | undefined {
  const [module, setModule] = useState<Module>()
  const giveUp = useEffectEvent(() => {
    showLoadFailure()
    onFailure()
  })
  useAfterPaint(() => {
    load().catch(() => {
      // Loading runs again once the module is needed, and reports then.
    })
  })
  useEffect(() => {
    if (!isNeeded || module !== undefined) return undefined
    let isCancelled = false
    const get = async () => {
      try {
        const loaded = await load()
        if (!isCancelled) setModule(loaded)
      } catch {
        if (!isCancelled) giveUp()
      }
    }
    void get()
    return () => {
      isCancelled = true
    }
  }, [isNeeded, module, load])
  return module
}
