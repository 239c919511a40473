import { useEffect } from 'react'

/**
 * Focuses each pressed button. Chromium does this itself, but Safari, and Firefox on a Mac, don't. Without this hook, a dialog could not
 * return the focus to its button, and a keyboard or a screen reader would continue at the start of the screen.
 */
export function useFocusPressedButton(): void {
  useEffect(() => {
    const focusButton = ({ target }: MouseEvent) => {
      const button = target instanceof Element ? target.closest('button') : null
      if (button !== null && !button.contains(document.activeElement)) button.focus({ preventScroll: true })
    }
    // Runs before the handlers of the button, because they may open a dialog.
    document.addEventListener('click', focusButton, { capture: true })
    return () => document.removeEventListener('click', focusButton, { capture: true })
  }, [])
}
