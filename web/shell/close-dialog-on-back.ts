import { useEffect } from 'react'
import { NavigationType, useBlocker } from 'react-router'
import { closeTopDialog, isDialogOpen } from '../ui/open-dialogs.ts'

/** Makes Back close the open dialog instead of leaving the screen. */
export function useCloseDialogOnBack(): void {
  const blocker = useBlocker(({ historyAction }) => historyAction === NavigationType.Pop && isDialogOpen())
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    blocker.reset()
    closeTopDialog()
  }, [blocker])
}
