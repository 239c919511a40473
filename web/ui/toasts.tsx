import { type ComponentType, useState } from 'react'
import { useAfterPaint } from './after-paint.ts'
import type { Told } from './toast-stack.tsx'

interface ToastOptions {
  /** Milliseconds it stays; 5000 unless told. */
  stays?: number
}

interface FailureOptions extends ToastOptions {
  /** Why, where it is known: told below the words, and read out after them. */
  reason?: string | undefined
}

const loadStack = () => import('./toast-stack.tsx')

/** Tells that something worked. */
export function showSuccess(text: string, { stays }: ToastOptions = {}): void {
  show({ kind: 'success', text, reason: undefined, stays })
}

/** Tells that something failed. */
export function showFailure(text: string, { reason, stays }: FailureOptions = {}): void {
  show({ kind: 'error', text, reason, stays })
}

/** Tells something by the way. */
export function showInfo(text: string, { stays }: ToastOptions = {}): void {
  show({ kind: 'info', text, reason: undefined, stays })
}

/** Where the stack can't be loaded, as when the line is gone, the browser's own window says it. */
function show(told: Told): void {
  loadStack().then(
    ({ tell }) => tell(told),
    () => alert([told.text, told.reason].filter(Boolean).join('\n')),
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
