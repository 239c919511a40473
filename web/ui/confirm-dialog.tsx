import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'

export interface ConfirmDialogProps {
  onClose: () => void
  onConfirm: () => void
  title: ReactNode
  /** Describes what will happen. */
  children?: ReactNode
  confirmText: ReactNode
  /** Label of the button that closes the dialog, if not “Cancel”. */
  cancelText?: string | undefined
  busy: boolean
  busyText: ReactNode
}

/** A dialog that asks for confirmation before an action that can't be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { onConfirm, children, confirmText, cancelText, busy, busyText, ...dialog } = props
  return (
    <Dialog {...dialog} role="alertdialog">
      {children}
      <DialogActions onCancel={dialog.onClose} cancelText={cancelText}>
        <Button variant="danger" busy={busy} busyText={busyText} onClick={onConfirm}>
          {confirmText}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
