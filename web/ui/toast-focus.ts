import { type RefObject, useEffect } from 'react'
import { toast } from 'react-toastify/unstyled'
import { dialogSelector } from './open-dialogs.ts'
import { type RememberedFocus, rememberFocus } from './remembered-focus.ts'

/**
 * Keyboard support for toasts. Pauses their timers while a toast has the focus. Restores the earlier focus when the user closes a toast
 * or presses Escape: otherwise the focus would end up outside an open dialog.
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
      // If the dialog that had the focus has closed, focuses the last focused element of the screen.
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
