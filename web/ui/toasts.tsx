import { type ComponentType, useState } from 'react'
import { useAfterPaint } from './after-paint.ts'
import type { ToastMessage, ToastOptions } from './toast-stack.tsx'

const loadStack = () => import('./toast-stack.tsx')

export function showFailure(text: string, options: Pick<ToastOptions, 'reason' | 'scope'> = {}): void {
  showToast({ kind: 'error', text, ...options })
}

/** Shows a toast. If the script for toasts fails to load, for example while offline, falls back to `alert`. */
export function showToast(message: ToastMessage): void {
  loadStack().then(
    ({ addToast }) => addToast(message),
    () => alert([message.text, message.reason].filter(Boolean).join('\n')),
  )
}

/** The element that contains the toasts. Their script loads after the first paint. */
export function Toasts() {
  const [stack, setStack] = useState<{ readonly ToastStack: ComponentType }>()
  useAfterPaint(() => {
    loadStack().then(setStack, () => {
      // Ignores the failure, because the first toast loads the script again.
    })
  })
  return (
    // Rendered before any dialog. When a dialog opens, react-aria makes everything else inert, except elements that already have this
    // attribute.
    <div data-react-aria-top-layer="true">{stack && <stack.ToastStack />}</div>
  )
}
