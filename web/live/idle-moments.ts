import { queryClient } from '../app/document-context.ts'
import { isScreenData } from '../app/refresh-screen.ts'
import { areDialogsLive } from '../ui/open-dialogs.ts'
import { controlSelector } from './prevent-misclicks.ts'

/** In milliseconds. Within this time after an input, another input is likely. */
const inputPause = 1_000

/** Replaces `inputPause` while the pointer is on a control. */
const inputPauseOnControl = 4_000

/** The time between two checks, in milliseconds. */
const checkInterval = 200

const inputEvents = [
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
  /**
   * Whether the screen may change now: it is visible, loads no data, has no open dialog that must not change, and the user doesn't seem to
   * be about to press, type or choose. While Show More loads a page, the change would be lost, because Show More adds its page to the old
   * pages.
   */
  readonly isIdle: () => boolean
  /** Resolves at the next idle moment. Never resolves after `stop`. */
  readonly next: () => Promise<void>
  readonly stop: () => void
}

/** Watches the user's input to find idle moments, in which the screen can change without moving under the user's finger. */
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
  for (const type of inputEvents)
    document.addEventListener(type, onInput, { capture: true, passive: true, signal: listening.signal })

  function isIdle(): boolean {
    if (document.visibilityState !== 'visible' || isPressed || !areDialogsLive() || isTyping()) return false
    if (queryClient().isFetching({ predicate: isScreenData }) > 0) return false
    return performance.now() - lastInput >= (isOnControl ? inputPauseOnControl : inputPause)
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

/** Whether the focused field has text that the user has not sent yet. */
function isTyping(): boolean {
  const field = document.activeElement
  if (field instanceof HTMLTextAreaElement) return field.value !== ''
  return (
    field instanceof HTMLInputElement && !inputTypesWithoutUnsentText.has(field.type) && field.value !== ''
  )
}

/** The types of inputs that contain no unsent text. A search sends its text while the user types, and keeps the text during a refresh. */
const inputTypesWithoutUnsentText = new Set(['checkbox', 'radio', 'button', 'submit', 'search'])
