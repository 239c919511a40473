import { type RefObject, useEffect } from 'react'
import { type RememberedFocus, rememberFocus } from '../ui/remembered-focus.ts'

/**
 * Focuses the nearest heading when the focused element of a section is removed, for example a row after its action. Otherwise the
 * browser would reset the focus to the start of the document.
 */
export function useRestoreFocus(section: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = section.current
    if (element === null) return undefined
    let last: RememberedFocus | undefined
    const onFocusIn = ({ target }: FocusEvent) => {
      last = target instanceof HTMLElement ? rememberFocus(target) : undefined
    }
    const restore = () => {
      if (last?.isRemoved() !== true || document.activeElement !== document.body) return
      last.restore()
    }
    const observer = new MutationObserver(restore)
    observer.observe(element, { childList: true, subtree: true })
    element.addEventListener('focusin', onFocusIn)
    return () => {
      observer.disconnect()
      element.removeEventListener('focusin', onFocusIn)
    }
  }, [section])
}
