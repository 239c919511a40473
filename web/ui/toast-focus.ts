import { type RefObject, useEffect } from 'react'
import { toast } from 'react-toastify/unstyled'
import { type FocusPlace, focusPlaceOf } from './focus-place.ts'

/**
 * Whoever goes to a toast by keyboard has as long as they need, and comes back to where they were when they
 * close it or press Escape: a toast that takes the focus with it would leave them outside an open dialog.
 */
export function useToastFocus(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = area.current
    if (element === null) return undefined
    let before: FocusPlace | undefined
    const isInside = (target: EventTarget | null) => target instanceof Node && element.contains(target)
    const goBack = () => {
      toast.play()
      before?.goBack()
    }
    const onFocusIn = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof HTMLElement && !isInside(relatedTarget)) {
        before = focusPlaceOf(relatedTarget)
      }
      toast.pause()
    }
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (!isInside(relatedTarget)) toast.play()
    }
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('button') !== null) goBack()
    }
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') goBack()
    }
    element.addEventListener('focusin', onFocusIn)
    element.addEventListener('focusout', onFocusOut)
    element.addEventListener('click', onClick)
    element.addEventListener('keydown', onKeyDown)
    return () => {
      element.removeEventListener('focusin', onFocusIn)
      element.removeEventListener('focusout', onFocusOut)
      element.removeEventListener('click', onClick)
      element.removeEventListener('keydown', onKeyDown)
    }
  }, [area])
}
