import { type ReactNode, useState } from 'react'
import type { MemberRole } from '../../contract/endpoint.ts'
import { lazyDialog } from '../app/lazy-dialog.tsx'
import { type Action, useAction } from '../app/use-action.ts'
import { Button } from '../ui/button.tsx'
import { useHasRole } from './use-has-role.ts'

/** `ConfirmDialog`, preloaded after the first paint. */
export const LazyConfirmDialog = lazyDialog(
  async () => (await import('../ui/confirm-dialog.tsx')).ConfirmDialog,
)

interface ActionWithConfirmDialogProps<Given> {
  action: Action<Given>
  /** The action's input. */
  given: Given
  /** The lowest role that may run the action. By default scheduler. */
  needs?: MemberRole
  /** Label of the button, and of the dialog's confirm button. */
  label: string
  /** Renders a button without a border, for a rare action. */
  quiet?: boolean
  /** Renders another button that opens the dialog, in place of the default one. */
  trigger?: ((open: () => void) => ReactNode) | undefined
  /** Ids of the texts that name the object of the action, for screen readers. */
  describedBy?: string
  title: ReactNode
  /** Label of the button that closes the dialog, if not “Cancel”. */
  cancelText?: string
  busyText: string
  /** Called after success, before the screen is refreshed. */
  onDone?: () => void
  /** Describes what will happen. */
  children: ReactNode
}

/**
 * A button that runs an action after a confirmation. The dialog closes after success or a refusal, and stays open after any other failure.
 * While the dialog is open, its texts and the action's input stay as they were when it was opened. So if a refresh of the screen replaces
 * the khateeb with another one, the action still concerns the first one. Renders nothing for members who may not run the action.
 */
export function ActionWithConfirmDialog<Given>(props: ActionWithConfirmDialogProps<Given>) {
  const { action, needs = 'scheduler', label, quiet = false, describedBy, trigger, onDone } = props
  const [opened, setOpened] = useState(props)
  const [isOpen, setIsOpen] = useState(false)
  const open = () => {
    setOpened(props)
    setIsOpen(true)
  }
  const close = () => setIsOpen(false)
  const { mutate, isPending } = useAction(action, {
    onDone: () => {
      close()
      onDone?.()
    },
    onRefused: close,
  })
  if (!useHasRole(needs)) return null
  return (
    <>
      {trigger?.(open) ?? (
        <Button variant={quiet ? 'quiet' : 'secondary'} aria-describedby={describedBy} onClick={open}>
          {label}
        </Button>
      )}
      <LazyConfirmDialog
        isOpen={isOpen}
        onClose={close}
        onConfirm={() => mutate(opened.given)}
        title={opened.title}
        confirmText={label}
        cancelText={opened.cancelText}
        busy={isPending}
        busyText={opened.busyText}
      >
        {opened.children}
      </LazyConfirmDialog>
    </>
  )
}
