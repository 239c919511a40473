import { useEffect, useEffectEvent } from 'react'

declare global {
  /** Hears of the device's own way to close what is on top, as Android's Back; not in every browser. */
  var CloseWatcher: (new () => EventTarget & { destroy: () => void }) | undefined
}

/** What closes each window that is open, the topmost last. */
const open: (() => void)[] = []

export function isDialogOpen(): boolean {
  return open.length > 0
}

/** Closes the window over all others, as its own button does. */
export function closeTopDialog(): void {
  open.at(-1)?.()
}

/** For a window: lets what is outside of it close it, too. */
export function useDialogStack(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isOpen) return undefined
    const closeThis = () => close()
    open.push(closeThis)
    const watcher = globalThis.CloseWatcher && new globalThis.CloseWatcher()
    watcher?.addEventListener('close', closeThis)
    return () => {
      open.splice(open.indexOf(closeThis), 1)
      watcher?.destroy()
    }
  }, [isOpen])
}
