import { useEffect } from 'react'

interface ShownToast {
  readonly text: string
  readonly close: () => void
}

/** The toasts that are on the screen. */
const shownToasts = new Set<ShownToast>()

/** Registers a toast. Returns a function that removes it; call this function when the toast has closed. */
export function registerToast(toast: ShownToast): () => void {
  shownToasts.add(toast)
  return () => void shownToasts.delete(toast)
}

/** Closes the toasts whose text contains `text`. Without a text, closes all toasts. */
export function closeToasts(text = ''): void {
  for (const toast of shownToasts) if (toast.text.includes(text)) toast.close()
}

/** Closes the toast that shows `error`, the error of a field, when the field no longer has this error. */
export function useCloseToastOf(error: unknown): void {
  const text = typeof error === 'string' ? error : ''
  useEffect(() => (text === '' ? undefined : () => closeToasts(text)), [text])
}
