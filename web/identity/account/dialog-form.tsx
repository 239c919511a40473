import { t } from '@lingui/core/macro'
import type { BaseSyntheticEvent, ReactNode } from 'react'
import { useSession } from '../../app/session.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog.tsx'

interface DialogFormProps {
  onSubmit: (event: BaseSyntheticEvent) => Promise<void>
  onCancel: () => void
  /** What sending it does, in a word or two. */
  submitText: string
  /** It can't be undone. */
  dangerous?: boolean
  busy: boolean
  busyText: string
  children: ReactNode
}

/** The form in a dialog of the account's screen. */
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
    <form noValidate className="grid grid-cols-1 gap-5" onSubmit={(event) => void onSubmit(event)}>
      {/* Each asks for the password, and password managers look for a name beside it. */}
      <input type="text" autoComplete="username" hidden readOnly value={email} />
      {children}
      <DialogActions>
        <Button variant="secondary" onClick={onCancel}>
          {t`Cancel`}
        </Button>
        <Button type="submit" variant={dangerous ? 'danger' : 'primary'} busy={busy} busyText={busyText}>
          {submitText}
        </Button>
      </DialogActions>
    </form>
  )
}
