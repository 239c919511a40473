import { t } from '@lingui/core/macro'
import { CallFailed } from '../../../contract/client.ts'
import { changeEmail } from '../../../contract/email.ts'
import { call } from '../../app/api-call.ts'
import { queryClient } from '../../app/caller.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showSuccess } from '../../ui/toasts.tsx'
import { showFormFailure } from '../form-errors.ts'
import { useLazyForm } from '../use-lazy-form.ts'
import { emailQuery } from './account-queries.ts'
import { DialogForm } from './dialog-form.tsx'

const loadResolver = async () => (await import('../validation.ts')).changeEmailResolver

/** Asks for a new e-mail and the password. The change applies once the link sent to the new address is followed. */
export function ChangeEmailDialog({ onClose }: { onClose: () => void }) {
  const { field, submitWith, setError, isSubmitting } = useLazyForm(loadResolver)

  const submit = submitWith(async (values) => {
    try {
      await call(changeEmail, values)
    } catch (error) {
      showFormFailure(t`Failed to change your e-mail.`, error, ['email', 'password'], setError)
      // The general sentence is written for sign-up and suggests signing in.
      if (error instanceof CallFailed && error.code === 'email_taken')
        setError('email', { message: t`Another account has this e-mail.` })
      return
    }
    const { email } = values
    onClose()
    showSuccess(t`We sent an e-mail to ${email}. Follow its link to change your address.`)
    await queryClient().invalidateQueries({ queryKey: emailQuery.queryKey })
  })

  return (
    <DialogForm
      title={t`Change e-mail`}
      onSubmit={submit}
      onClose={onClose}
      submitText={t`Send confirmation e-mail`}
      busy={isSubmitting}
      busyText={t`Sending...`}
    >
      <p>
        {t`We’ll send a link to the new address. Once you follow it, you sign in with the new address. We’ll also tell your old address, where you can undo the change for a week.`}
      </p>
      <TextField {...field('email')} label={t`New e-mail`} type="email" autoComplete="email" required />
      <PasswordField
        {...field('password')}
        label={t`Your password`}
        autoComplete="current-password"
        required
      />
    </DialogForm>
  )
}
