import { useEffect } from 'react'
import { mainId } from '../app/main-content.tsx'
import { type RememberedFocus, rememberFocus } from '../ui/remembered-focus.ts'

/**
 * Focuses the nearest heading when the focused element of a screen is removed, for example a row after its action. Otherwise the
 * browser would reset the focus to the start of the document.
 */
export function useRestoreFocus(): void {
  useEffect(() => {
    const main = document.getElementById(mainId)
    if (main === null) return undefined
    let last: RememberedFocus | undefined
    const remember = (target: EventTarget | null) => {
      last = target instanceof HTMLElement ? rememberFocus(target) : undefined
    }
    const onFocusIn = ({ target }: FocusEvent) => remember(target)
    const restore = () => {
      if (last?.isRemoved() !== true || document.activeElement !== document.body) return
      last.restore()
    }
    const observer = new MutationObserver(restore)
    // The user may have pressed a button before this script has loaded.
    if (main.contains(document.activeElement)) remember(document.activeElement)
    observer.observe(main, { childList: true, subtree: true })
    main.addEventListener('focusin', onFocusIn)
    return () => {
      observer.disconnect()
      main.removeEventListener('focusin', onFocusIn)
    }
  }, [])
}
