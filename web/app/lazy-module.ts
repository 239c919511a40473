import { useEffect, useEffectEvent, useState } from 'react'
import { CallFailed } from '../../contract/client.ts'
import { useAfterPaint } from '../ui/after-paint.ts'
import { showFailure } from '../ui/toasts.tsx'
import { sentenceOf } from './failure-sentences.ts'

/** Says that something of the page itself could not be loaded. */
export function showLoadFailure(): void {
  showFailure(sentenceOf(new CallFailed(0, 'network', '')))
}

/**
 * A module that the first paint doesn't wait for, and that is asked for right after it, so that it is there when it is
 * needed, also when the server is away by then; undefined until then. When it is needed and can't be loaded that is
 * said, and `onFailure` called.
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
      // Needing it says so.
    })
  })
  useEffect(() => {
    if (!isNeeded || module !== undefined) return undefined
    let isGone = false
    const get = async () => {
      try {
        const loaded = await load()
        if (!isGone) setModule(loaded)
      } catch {
        if (!isGone) giveUp()
      }
    }
    void get()
    return () => {
      isGone = true
    }
  }, [isNeeded, module, load])
  return module
}
