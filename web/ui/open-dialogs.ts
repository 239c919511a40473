import { useEffectEvent, useLayoutEffect } from 'react'

declare global {
  /** A browser API that fires `close` on the platform's close gesture, such as Android's Back. Not available in every browser. */
  var CloseWatcher: (new () => EventTarget & { destroy: () => void }) | undefined
}

/** Selects open dialogs. */
export const dialogSelector = '[role="dialog"], [role="alertdialog"]'

/** The open dialogs. The topmost dialog is last. */
const openDialogs: { readonly close: () => void; readonly isLive: boolean }[] = []

export function openDialogCount(): number {
  return openDialogs.length
}

/** Whether all open dialogs may change when other users change data: see `Dialog`. */
export function areDialogsLive(): boolean {
  return openDialogs.every(({ isLive }) => isLive)
}

/** Closes the topmost dialog; does nothing if none is open. */
export function closeTopDialog(): void {
  openDialogs.at(-1)?.close()
}

/** Registers the dialog while its component is mounted, so that Back and the platform's close gesture can close it. */
export function useDialogStack(onClose: () => void, isLive: boolean): void {
  const close = useEffectEvent(onClose)
  // This is a layout effect, because the cleanup of `useEffect` may run a moment after the dialog is gone. In this moment, Back would count
  // as closing the dialog instead of leaving the screen.
  useLayoutEffect(() => {
    const dialog = { close: () => close(), isLive }
    openDialogs.push(dialog)
    const watcher = globalThis.CloseWatcher && new globalThis.CloseWatcher()
    watcher?.addEventListener('close', dialog.close)
    return () => {
      openDialogs.splice(openDialogs.indexOf(dialog), 1)
      watcher?.destroy()
    }
  }, [isLive])
}
