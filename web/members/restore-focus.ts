import { type RefObject, useEffect } from 'react'
import { type RememberedFocus, rememberFocus } from '../ui/remembered-focus.ts'

/**
 * When what had the focus in a section goes away (a row that was acted on), the heading it stood under takes it: else it
 * would fall to the document, and whoever works by keyboard or ear would start over from the top.
 */
export function useRestoreFocus(section: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = section.current
    if (element === null) return undefined
    let last: RememberedFocus | undefined
    const onFocusIn = ({ target }: FocusEvent) => {
      last = target instanceof HTMLElement ? rememberFocus(target) : undefined
    }
    const keep = () => {
      if (last?.isGone() !== true || document.activeElement !== document.body) return
      last.goBack()
    }
    const observer = new MutationObserver(keep)
    observer.observe(element, { childList: true, subtree: true })
    element.addEventListener('focusin', onFocusIn)
    return () => {
      observer.disconnect()
      element.removeEventListener('focusin', onFocusIn)
    }
  }, [section])
}
