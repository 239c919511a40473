import { useEffect, useSyncExternalStore } from 'react'

interface ShownToast {
  readonly text: string
  readonly close: () => void
}

/** The toasts that are on the screen. */
const shownToasts = new Set<ShownToast>()
const listeners = new Set<() => void>()

/** Registers a toast. Returns a function that removes it; call this function when the toast has closed. */
export function registerToast(toast: ShownToast): () => void {
  shownToasts.add(toast)
  notify()
  return () => {
    shownToasts.delete(toast)
    notify()
  }
}

/** Closes the toasts whose text contains `text`. Without a text, closes all toasts. */
export function closeToasts(text = ''): void {
  for (const toast of shownToasts) if (toast.text.includes(text)) toast.close()
}

/** Whether a toast now shows `error`, the error of a field. Closes the toast when the field no longer has this error. */
export function useIsInToast(error: unknown): boolean {
  const text = typeof error === 'string' ? error : ''
  useEffect(() => (text === '' ? undefined : () => closeToasts(text)), [text])
  return useSyncExternalStore(
    subscribe,
    () => text !== '' && [...shownToasts].some((it) => it.text.includes(text)),
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notify(): void {
  for (const listener of listeners) listener()
}
