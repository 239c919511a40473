import { type RefObject, useEffect } from 'react'
import { toast } from 'react-toastify/unstyled'
import { type RememberedFocus, rememberFocus } from './remembered-focus.ts'

/** Selects open dialogs. */
export const dialogSelector = '[role="dialog"], [role="alertdialog"]'

/**
 * Keyboard support for toasts: pauses their timers while one has the focus, and restores the focus when the user closes one or
 * presses Escape. Otherwise closing a toast would leave the focus outside an open dialog.
 */
export function useToastFocus(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = area.current
    if (element === null) return undefined
    let inDialog: RememberedFocus | undefined
    let onScreen: RememberedFocus | undefined
    const isInside = (target: EventTarget | null) => target instanceof Node && element.contains(target)
    const remember = (target: EventTarget | null) => {
      if (!(target instanceof HTMLElement) || isInside(target)) return
      if (target.closest(dialogSelector) === null) onScreen = rememberFocus(target)
      else inDialog = rememberFocus(target)
    }
    const restoreFocus = () => {
      toast.play()
      // The dialog that had the focus may have closed since.
      if (inDialog?.restore() !== true) onScreen?.restore()
    }
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (!isInside(relatedTarget)) toast.play()
    }
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('button') !== null) restoreFocus()
    }
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') restoreFocus()
    }
    const listeners = new AbortController()
    const { signal } = listeners
    remember(document.activeElement)
    document.addEventListener('focusin', ({ target }) => remember(target), { signal })
    element.addEventListener('focusin', () => toast.pause(), { signal })
    element.addEventListener('focusout', onFocusOut, { signal })
    element.addEventListener('click', onClick, { signal })
    element.addEventListener('keydown', onKeyDown, { signal })
    return () => listeners.abort()
  }, [area])
}
