import { useEffect } from 'react'
import { mainId } from '../app/main-content.tsx'
import { dialogSelector } from '../ui/open-dialogs.ts'
import { type RememberedFocus, rememberFocus } from '../ui/remembered-focus.ts'

/**
 * Keeps the focus near its place in two cases in which the browser would reset it to the start of the document:
 *
 * - When the focused element of a screen is removed, for example a row after its action, focuses the nearest heading.
 * - When a dialog that was opened from another dialog closes, focuses the element of the screen that had the focus last. The dialog itself
 *   can only restore the focus to the other dialog, which has closed.
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
    const isLost = () => document.activeElement === document.body
    const observer = new MutationObserver(() => {
      if (isLost() && last?.isRemoved() === true) last.restore()
    })
    const dialogObserver = new MutationObserver((records) => {
      if (isLost() && records.some(removesDialog)) last?.restore()
    })
    // The user may have pressed a button before this script has loaded.
    if (main.contains(document.activeElement)) remember(document.activeElement)
    observer.observe(main, { childList: true, subtree: true })
    // Dialogs are children of the body.
    dialogObserver.observe(document.body, { childList: true })
    main.addEventListener('focusin', onFocusIn)
    return () => {
      observer.disconnect()
      dialogObserver.disconnect()
      main.removeEventListener('focusin', onFocusIn)
    }
  }, [])
}

function removesDialog({ removedNodes }: MutationRecord): boolean {
  return [...removedNodes].some((it) => it instanceof Element && it.querySelector(dialogSelector) !== null)
}
