import { type RefObject, useEffect } from 'react'

/**
 * When what had the focus in a section goes away (a row that was acted on), the section's heading takes it: else it
 * would fall to the document, and whoever works by keyboard or ear would start over from the top.
 */
export function useKeptFocus(section: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = section.current
    if (element === null) return undefined
    let last: Element | undefined
    const onFocusIn = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : undefined
    }
    const keep = () => {
      if (last === undefined || last.isConnected || document.activeElement !== document.body) return
      last = undefined
      const heading = element.querySelector('h2')
      heading?.setAttribute('tabindex', '-1')
      heading?.focus({ preventScroll: true })
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
