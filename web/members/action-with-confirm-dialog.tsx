import { type ReactNode, useState } from 'react'
import { lazyDialog } from '../app/lazy-dialog.tsx'
import { type Action, useAction } from '../app/use-action.ts'
import { Button } from '../ui/button.tsx'

/** `ConfirmDialog`, preloaded after the first paint. */
export const LazyConfirmDialog = lazyDialog(
  async () => (await import('../ui/confirm-dialog.tsx')).ConfirmDialog,
)

interface ActionWithConfirmDialogProps<Given> {
  action: Action<Given>
  /** The action's input. */
  given: Given
  /** Label of the button, and of the dialog's confirm button. */
  label: string
  /** Shown on the button in place of its label. */
  icon?: ReactNode
  /** Ids of the texts that name what the button acts on, for screen readers. */
  describedBy?: string
  title: ReactNode
  /** Label of the button that closes the dialog, if not “Cancel”. */
  cancelText?: string
  busyText: string
  /** Describes what will happen. */
  children: ReactNode
}

/**
 * A button that runs an action after a confirmation. The dialog closes after success or a refusal, and stays open after any other
 * failure.
 */
export function ActionWithConfirmDialog<Given>(props: ActionWithConfirmDialogProps<Given>) {
  const { action, given, label, icon, describedBy, ...dialog } = props
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const { mutate, isPending } = useAction(action, { onDone: close, onRefused: close })
  const look =
    icon === undefined
      ? { variant: 'secondary' as const }
      : { variant: 'quiet' as const, 'aria-label': label }
  return (
    <>
      <Button {...look} aria-describedby={describedBy} onClick={() => setIsOpen(true)}>
        {icon ?? label}
      </Button>
      <LazyConfirmDialog
        {...dialog}
        isOpen={isOpen}
        onClose={close}
        onConfirm={() => mutate(given)}
        confirmText={label}
        busy={isPending}
      />
    </>
  )
}
