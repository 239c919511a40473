import { useEffect } from 'react'
import { NavigationType, useBlocker } from 'react-router'
import { closeTopDialog, isDialogOpen } from '../ui/open-dialogs.ts'

/** Back closes the window that is open over a screen, with what is typed in it, and not the screen. */
export function useCloseDialogOnBack(): void {
  const blocker = useBlocker(({ historyAction }) => historyAction === NavigationType.Pop && isDialogOpen())
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    blocker.reset()
    closeTopDialog()
  }, [blocker])
}
