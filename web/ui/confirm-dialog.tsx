import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'

interface ConfirmDialogProps {
  isOpen: boolean
  onClose: () => void
  onConfirm: () => void
  title: ReactNode
  /** Describes what will happen. */
  children?: ReactNode
  /** Label of the confirm button. */
  confirmText: ReactNode
  busy?: boolean
  busyText?: ReactNode
}

/** Asks for confirmation before an action that can't be undone. */
export function ConfirmDialog({
  isOpen,
  onClose,
  onConfirm,
  title,
  children,
  confirmText,
  busy = false,
  busyText,
}: ConfirmDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} role="alertdialog">
      {children}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {t`Cancel`}
        </Button>
        <Button variant="danger" busy={busy} busyText={busyText} onClick={onConfirm}>
          {confirmText}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
