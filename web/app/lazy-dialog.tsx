import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { useAfterPaint } from '../ui/after-paint.ts'
import { showFailure } from '../ui/toasts.tsx'
import { networkFailureMessage } from './failure-message.ts'

/** Shows that a script of the page failed to load. */
export function showLoadFailure(): void {
  showFailure(networkFailureMessage())
}

/** Loads a script after the first paint. If that fails, its first use loads it again and reports the failure. */
export function usePreload(load: () => Promise<unknown>): void {
  useAfterPaint(() => void load().catch(() => undefined))
}

/**
 * A dialog that is preloaded after the first paint, so that it can open even if the server is unreachable later. If it fails to load
 * when it should open, shows an error and closes it.
 */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & { isOpen: boolean }> {
  return function LazyDialog(props) {
    const { isOpen, onClose } = props
    const [Dialog, setDialog] = useState<ComponentType<Props>>()
    const giveUp = useEffectEvent(() => {
      showLoadFailure()
      onClose()
    })
    usePreload(load)
    useEffect(() => {
      if (!isOpen || Dialog !== undefined) return undefined
      let isCancelled = false
      load().then(
        (loaded) => isCancelled || setDialog(() => loaded),
        () => isCancelled || giveUp(),
      )
      return () => {
        isCancelled = true
      }
    }, [isOpen, Dialog])
    return isOpen && Dialog && <Dialog {...props} />
  }
}
