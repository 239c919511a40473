import { useEffect } from 'react'
import { dialogSelector } from '../ui/open-dialogs.ts'

const pressableSelector = 'a[href], button'

/** The guarded parts of a screen. Toasts are not guarded, because users close several toasts with quick presses at the same place. */
const guardedPartSelector = `main, ${dialogSelector}`

/**
 * Ignores the second press of a double click if it hits another control than the first press. The first press may have removed its row,
 * and then the next row is under the pointer.
 */
export function useDoubleClickGuard(): void {
  useEffect(() => {
    let first: Element | null = null
    const onClick = (event: MouseEvent) => {
      const control = event.target instanceof Element ? event.target.closest(pressableSelector) : null
      // `detail` counts quick presses at the same place. It is 0 for a press of a key.
      if (event.detail < 2) first = control
      else if (control !== first && control?.closest(guardedPartSelector)) {
        event.preventDefault()
        event.stopImmediatePropagation()
      }
    }
    document.addEventListener('click', onClick, true)
    return () => document.removeEventListener('click', onClick, true)
  }, [])
}
