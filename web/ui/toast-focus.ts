import { type RefObject, useEffect } from 'react'
import { toast } from 'react-toastify/unstyled'
import { type RememberedFocus, rememberFocus } from './remembered-focus.ts'

const dialogs = '[role="dialog"], [role="alertdialog"]'

/**
 * Whoever goes to a toast by keyboard has as long as they need, and comes back to where they were when they
 * close it or press Escape: a toast that takes the focus with it would leave them outside an open dialog.
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
      if (target.closest(dialogs) === null) onScreen = rememberFocus(target)
      else inDialog = rememberFocus(target)
    }
    const goBack = () => {
      toast.play()
      // The dialog that asked for what the toast tells may have closed meanwhile.
      if (inDialog?.goBack() !== true) onScreen?.goBack()
    }
    const onFocusAnywhere = ({ target }: FocusEvent) => remember(target)
    const onFocusIn = () => toast.pause()
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (!isInside(relatedTarget)) toast.play()
    }
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('button') !== null) goBack()
    }
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') goBack()
    }
    remember(document.activeElement)
    document.addEventListener('focusin', onFocusAnywhere)
    element.addEventListener('focusin', onFocusIn)
    element.addEventListener('focusout', onFocusOut)
    element.addEventListener('click', onClick)
    element.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('focusin', onFocusAnywhere)
      element.removeEventListener('focusin', onFocusIn)
      element.removeEventListener('focusout', onFocusOut)
      element.removeEventListener('click', onClick)
      element.removeEventListener('keydown', onKeyDown)
    }
  }, [area])
}
