import { t } from '@lingui/core/macro'
import type { ComponentProps } from 'react'
import type { FieldValues } from 'react-hook-form'
import { CallFailed } from '../../../contract/client.ts'
import { lingui } from '../../app/i18n.ts'
import { useSession } from '../../app/session.ts'
import type { Action, ActionCallbacks } from '../../app/use-action.ts'
import { fieldErrorsOf } from '../../forms/form-errors.ts'
import { useFormAction } from '../../forms/use-form-action.ts'
import type { LazyForm } from '../../forms/use-lazy-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { messages } from '../../words/dialog-form.en.po'
import { useSecondFactor } from '../second-factor/use-second-factor.tsx'

lingui.load('en', messages)

interface DialogFormProps<Values extends FieldValues, Checked extends object, Output>
  extends ComponentProps<typeof Dialog> {
  form: LazyForm<Values, Checked>
  action: Action<Checked, Output>
  /** Called after success. By default, `onClose` is called. */
  onDone?: ActionCallbacks<Checked, Output>['onDone']
  /** Called after a refusal (404 or 409). By default the dialog stays open. */
  onRefused?: () => void
  submitText: string
  busyText: string
}

/**
 * A dialog with a form, on the account screen or the screen with a masjid's members. If the server asks for a second factor, the dialog
 * shows the fields for it. For an action that can't be undone, pass the role `alertdialog`.
 */
export function DialogForm<Values extends FieldValues, Checked extends object, Output>({
  title,
  ...props
}: DialogFormProps<Values, Checked, Output>) {
  const { role, onClose } = props
  return (
    <Dialog onClose={onClose} title={title} {...(role && { role })}>
      <FormInDialog {...props} />
    </Dialog>
  )
}

/** The form of a `DialogForm`, for a dialog that shows the form only after loading data. */
export function FormInDialog<Values extends FieldValues, Checked extends object, Output>(
  props: Omit<DialogFormProps<Values, Checked, Output>, 'title'>,
) {
  const { form, action, onClose, onDone = onClose, onRefused, submitText, busyText, children, role } = props
  const { email } = useSession()
  const { asking, step } = useSecondFactor(action, 'confirmation')
  const submit = useFormAction(form, asking, {
    onDone,
    ...(onRefused && { onRefused }),
    fieldErrors: accountFieldErrors,
  })
  const variant = role === 'alertdialog' ? 'danger' : 'primary'
  return (
    <form noValidate className="grid grid-cols-1 gap-5" onSubmit={submit}>
      {/* Password managers need a username field next to the password. */}
      <input type="text" autoComplete="username" hidden readOnly value={email} />
      {children}
      {step}
      <DialogActions onCancel={onClose}>
        <Button type="submit" variant={variant} busy={form.isSubmitting} busyText={busyText}>
          {submitText}
        </Button>
      </DialogActions>
    </form>
  )
}

/** Returns the sentences of a failed call, by field. The server reports two failures without a field; here they get a field. */
function accountFieldErrors(error: Error): Readonly<Record<string, string>> {
  const code = error instanceof CallFailed ? error.code : undefined
  if (code === 'wrong_credentials') return { password: t`This is not your password.` }
  if (code === 'email_taken') return { email: t`Another account has this email.` }
  return fieldErrorsOf(error)
}
