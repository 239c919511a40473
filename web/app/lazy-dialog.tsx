import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { useAfterPaint } from '../ui/after-paint.ts'
import { showFailure } from '../ui/toasts.tsx'
import { WhileOpen } from '../ui/while-open.tsx'
import { networkFailureMessage } from './failure-message.ts'

/** Shows a toast about a network error, because a script of the page failed to load. */
export function showLoadFailure(): void {
  showFailure(networkFailureMessage())
}

/** Loads a script after the first paint. Ignores a failure, because the first use of the script loads it again and reports failures. */
export function usePreload(load: () => Promise<unknown>): void {
  useAfterPaint(() => void load().catch(() => undefined))
}

/**
 * Creates a dialog whose script loads after the first paint, so that the dialog can open even if the server is unreachable later. If
 * the script fails to load when the dialog should open, shows an error and calls `onClose`.
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
    if (!isOpen || Dialog === undefined) return null
    return <WhileOpen>{(ifOpen) => <Dialog {...props} onClose={ifOpen(onClose)} />}</WhileOpen>
  }
}
