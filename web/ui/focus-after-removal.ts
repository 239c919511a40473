import { type RefObject, useEffect } from 'react'
import { type RememberedFocus, rememberFocus } from './remembered-focus.ts'

/**
 * When the focused element in a container is removed, focuses the nearest heading. Without this hook, the browser would reset the focus to
 * the start of the document.
 */
export function useFocusAfterRemoval(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = container.current
    if (element === null) return undefined
    let last: RememberedFocus | undefined
    const remember = ({ target }: FocusEvent) => {
      last = target instanceof HTMLElement ? rememberFocus(target) : undefined
    }
    const observer = new MutationObserver(() => {
      if (document.activeElement === document.body && last?.isRemoved() === true) last.restore()
    })
    observer.observe(element, { childList: true, subtree: true })
    element.addEventListener('focusin', remember)
    return () => {
      observer.disconnect()
      element.removeEventListener('focusin', remember)
    }
  }, [container])
}
