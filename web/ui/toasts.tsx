import { type ComponentType, useState } from 'react'
import { useAfterPaint } from './after-paint.ts'
import type { ToastMessage } from './toast-stack.tsx'

interface ToastOptions {
  /** Milliseconds until the toast closes; 5000 by default. */
  duration?: number
}

interface FailureOptions extends ToastOptions {
  /** Why it failed, shown below the text. */
  reason?: string | undefined
}

const loadStack = () => import('./toast-stack.tsx')

export function showSuccess(text: string, { duration }: ToastOptions = {}): void {
  show({ kind: 'success', text, reason: undefined, duration })
}

export function showFailure(text: string, { reason, duration }: FailureOptions = {}): void {
  show({ kind: 'error', text, reason, duration })
}

export function showInfo(text: string, { duration }: ToastOptions = {}): void {
  show({ kind: 'info', text, reason: undefined, duration })
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
