import { useEffect, useEffectEvent, useState } from 'react'
import { CallFailed } from '../../contract/client.ts'
import { showFailure } from '../ui/toasts.tsx'
import { sentenceOf } from './sentences.ts'

/** Says that something of the page itself could not be loaded. */
export function showNotLoaded(): void {
  showFailure(sentenceOf(new CallFailed(0, 'network', '')))
}

/**
 * A module that is loaded once it is needed, so that only those who use a thing wait for it; undefined until it is
 * there. When it can't be loaded that is said, and `onFailure` called.
 */
export function useLater<Module extends object>(
  isNeeded: boolean,
  load: () => Promise<Module>,
  onFailure: () => void,
): Module | undefined {
  const [module, setModule] = useState<Module>()
  const giveUp = useEffectEvent(() => {
    showNotLoaded()
    onFailure()
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
