import type { ComponentProps, FormEventHandler } from 'react'
import { useSession } from '../../app/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'

interface DialogFormProps extends ComponentProps<typeof Dialog> {
  onSubmit: FormEventHandler
  /** The submit button's label. */
  submitText: string
  busy: boolean
  busyText: string
}

/** A dialog of the account screen with a form. An `alertdialog` submits what can't be undone. */
export function DialogForm({ onSubmit, submitText, busy, busyText, children, ...dialog }: DialogFormProps) {
  const { email } = useSession()
  const variant = dialog.role === 'alertdialog' ? 'danger' : 'primary'
  return (
    <Dialog {...dialog}>
      <form noValidate className="grid grid-cols-1 gap-5" onSubmit={onSubmit}>
        {/* Password managers need a username field next to the password. */}
        <input type="text" autoComplete="username" hidden readOnly value={email} />
        {children}
        <DialogActions onCancel={dialog.onClose}>
          <Button type="submit" variant={variant} busy={busy} busyText={busyText}>
            {submitText}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
