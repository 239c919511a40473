import { type ComponentType, useState } from 'react'
import { useAfterPaint } from './after-paint.ts'
import type { ToastMessage, ToastOptions } from './toast-stack.tsx'

const loadStack = () => import('./toast-stack.tsx')

export function showFailure(text: string, options: Pick<ToastOptions, 'reason' | 'topic'> = {}): void {
  showToast({ kind: 'error', text, ...options })
}

/** If the toast script fails to load, for example while offline, falls back to `alert`. */
export function showToast(message: ToastMessage): void {
  loadStack().then(
    ({ addToast }) => addToast(message),
    () => alert([message.text, message.reason].filter(Boolean).join('\n')),
  )
}

/** The place of the toasts. Their script loads after the first paint. */
export function Toasts() {
  const [stack, setStack] = useState<{ readonly ToastStack: ComponentType }>()
  useAfterPaint(() => {
    loadStack().then(setStack, () => {
      // The first toast loads it again.
    })
  })
  return (
    // Rendered before any dialog: on opening, react-aria makes everything inert except elements that have this attribute already.
    <div data-react-aria-top-layer="true">{stack && <stack.ToastStack />}</div>
  )
}
