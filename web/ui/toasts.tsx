import { type ComponentType, useState } from 'react'
import { useAfterPaint } from './after-paint.ts'
import type { ToastMessage } from './toast-stack.tsx'

const loadStack = () => import('./toast-stack.tsx')

/** `reason` says what else happened, below the text. `duration` is in milliseconds; 5000 by default. */
export function showSuccess(text: string, reason?: string, duration?: number): void {
  show({ kind: 'success', text, reason, duration })
}

/** `reason` says why it failed, below the text. */
export function showFailure(text: string, reason?: string): void {
  show({ kind: 'error', text, reason })
}

export function showInfo(text: string): void {
  show({ kind: 'info', text })
}

/** If the toast script fails to load, for example while offline, falls back to `alert`. */
function show(message: ToastMessage): void {
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
