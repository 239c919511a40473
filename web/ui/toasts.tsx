import { type ComponentType, useState } from 'react'
import { useAfterPaint } from './after-paint.ts'
import type { ToastMessage } from './toast-stack.tsx'

interface ToastOptions {
  /** Milliseconds it duration; 5000 unless told. */
  duration?: number
}

interface FailureOptions extends ToastOptions {
  /** Why, where it is known: told below the words, and read out after them. */
  reason?: string | undefined
}

const loadStack = () => import('./toast-stack.tsx')

/** Tells that something worked. */
export function showSuccess(text: string, { duration }: ToastOptions = {}): void {
  show({ kind: 'success', text, reason: undefined, duration })
}

/** Tells that something failed. */
export function showFailure(text: string, { reason, duration }: FailureOptions = {}): void {
  show({ kind: 'error', text, reason, duration })
}

/** Tells something by the way. */
export function showInfo(text: string, { duration }: ToastOptions = {}): void {
  show({ kind: 'info', text, reason: undefined, duration })
}

/** Where the stack can't be loaded, as when the line is gone, the browser's own window says it. */
function show(message: ToastMessage): void {
  loadStack().then(
    ({ addToast }) => addToast(message),
    () => alert([message.text, message.reason].filter(Boolean).join('\n')),
  )
}

/** Where toasts appear. What they stand on is loaded once the screen is drawn, before anybody could have done anything. */
export function Toasts() {
  const [stack, setStack] = useState<{ readonly ToastStack: ComponentType }>()
  useAfterPaint(() => {
    loadStack().then(setStack, () => {
      // The first toast tries again.
    })
  })
  return (
    // There before any dialog is: when one opens, react-aria makes all else inert but what bears its top-layer mark by then.
    <div data-react-aria-top-layer="true">{stack && <stack.ToastStack />}</div>
  )
}
