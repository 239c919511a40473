import type { FormEventHandler, ReactNode } from 'react'
import { useSession } from '../../app/session.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog.tsx'

interface DialogFormProps {
  onSubmit: FormEventHandler
  onCancel: () => void
  /** The submit button's label. */
  submitText: string
  /** Shows the submit button as a destructive action. */
  dangerous?: boolean
  busy: boolean
  busyText: string
  children: ReactNode
}

/** The form of a dialog on the account screen, with Cancel and submit buttons. */
export function DialogForm({
  onSubmit,
  onCancel,
  submitText,
  dangerous = false,
  busy,
  busyText,
  children,
}: DialogFormProps) {
  const { email } = useSession()
  return (
    <form noValidate className="grid grid-cols-1 gap-5" onSubmit={onSubmit}>
      {/* Password managers need a username field next to the password. */}
      <input type="text" autoComplete="username" hidden readOnly value={email} />
      {children}
      <DialogActions onCancel={onCancel}>
        <Button type="submit" variant={dangerous ? 'danger' : 'primary'} busy={busy} busyText={busyText}>
          {submitText}
        </Button>
      </DialogActions>
    </form>
  )
}
