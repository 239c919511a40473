import { useEffect } from 'react'
import { NavigationType, useBlocker } from 'react-router'
import { closeTopWindow, isWindowOpen } from '../ui/open-windows.ts'

/** Back closes the window that is open over a screen, with what is typed in it, and not the screen. */
export function useBackClosesWindows(): void {
  const blocker = useBlocker(({ historyAction }) => historyAction === NavigationType.Pop && isWindowOpen())
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    blocker.reset()
    closeTopWindow()
  }, [blocker])
}
