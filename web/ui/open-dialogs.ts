import { useEffectEvent, useLayoutEffect } from 'react'

declare global {
  /** A browser API that fires `close` on the platform's close gesture, such as Android's Back. Not available in every browser. */
  var CloseWatcher: (new () => EventTarget & { destroy: () => void }) | undefined
}

/** Selects open dialogs. */
export const dialogSelector = '[role="dialog"], [role="alertdialog"]'

/** The functions that close the open dialogs. The topmost dialog is last. */
const dialogClosers: (() => void)[] = []

export function openDialogCount(): number {
  return dialogClosers.length
}

/** Closes the topmost dialog; does nothing if none is open. */
export function closeTopDialog(): void {
  dialogClosers.at(-1)?.()
}

/** Registers the dialog while its component is mounted, so that Back and the platform's close gesture can close it. */
export function useDialogStack(onClose: () => void): void {
  const close = useEffectEvent(onClose)
  // A layout effect, because the cleanup of `useEffect` may run a moment after the dialog is gone. In this moment, Back would count as
  // closing the dialog instead of leaving the screen.
  useLayoutEffect(() => {
    const closeThis = () => close()
    dialogClosers.push(closeThis)
    const watcher = globalThis.CloseWatcher && new globalThis.CloseWatcher()
    watcher?.addEventListener('close', closeThis)
    return () => {
      dialogClosers.splice(dialogClosers.indexOf(closeThis), 1)
      watcher?.destroy()
    }
  }, [])
}
