import { openDialogCount } from '../ui/open-dialogs.ts'
import { controlSelector } from './prevent-misclicks.ts'

/** Milliseconds after an input during which another is likely. */
const pause = 1_000

/** The same while the pointer rests on something to press. */
const pauseOnControl = 4_000

/** Milliseconds between two checks. */
const checkInterval = 200

const inputs = [
  'pointerdown',
  'pointermove',
  'pointerup',
  'pointercancel',
  'keydown',
  'wheel',
  'scroll',
  'touchmove',
]

export interface IdleMoments {
  /** Whether the screen may change now: it is visible, and the user is not about to press, type or choose anything. */
  readonly isIdle: () => boolean
  /** Resolves in the next idle moment; never after `stop`. */
  readonly next: () => Promise<void>
  readonly stop: () => void
}

/** Watches the user's input, so that nothing moves under their finger. */
export function watchIdleMoments(): IdleMoments {
  const listening = new AbortController()
  let isPressed = false
  let isOnControl = false
  let lastInput = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined

  function onInput(event: Event): void {
    lastInput = performance.now()
    if (!(event instanceof PointerEvent)) return
    // An open select consumes the pointerup event. So a press ends at the next event whose `buttons` is 0.
    isPressed = event.buttons !== 0
    isOnControl = event.target instanceof Element && event.target.closest(controlSelector) !== null
  }
  for (const type of inputs)
    document.addEventListener(type, onInput, { capture: true, passive: true, signal: listening.signal })

  function isIdle(): boolean {
    if (document.visibilityState !== 'visible' || isPressed || openDialogCount() > 0 || isTyping())
      return false
    return performance.now() - lastInput >= (isOnControl ? pauseOnControl : pause)
  }

  return {
    isIdle,
    next: () =>
      new Promise((resolve) => {
        const look = () => {
          if (isIdle()) resolve()
          else timer = setTimeout(look, checkInterval)
        }
        look()
      }),
    stop() {
      listening.abort()
      clearTimeout(timer)
    },
  }
}

/** Whether the focused field has text that is not sent or searched for yet. */
function isTyping(): boolean {
  const field = document.activeElement
  if (field instanceof HTMLTextAreaElement) return field.value !== ''
  return field instanceof HTMLInputElement && !holdsNoDraft.has(field.type) && field.value !== ''
}

/** A search shows its results while it is typed, and its field keeps its text when they are refreshed. */
const holdsNoDraft = new Set(['checkbox', 'radio', 'button', 'submit', 'search'])
