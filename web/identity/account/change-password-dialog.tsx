import { t } from '@lingui/core/macro'
import { changePassword } from '../../../contract/identity.ts'
import { call } from '../../app/api-call.ts'
import { queryClient } from '../../app/caller.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { showSuccess } from '../../ui/toasts.tsx'
import { showFormFailure } from '../form-errors.ts'
import { NewPasswordFields } from '../new-password-fields.tsx'
import { refetchPolicyAfter } from '../password-policy.ts'
import { useLazyForm } from '../use-lazy-form.ts'
import { sessionsQuery } from './account-queries.ts'
import { DialogForm } from './dialog-form.tsx'

const loadResolver = async () => (await import('../validation.ts')).changePasswordResolver

/** Asks for the current password and a new one. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { field, submitWith, setError, isSubmitting } = useLazyForm(loadResolver)

  const submit = submitWith(async ({ password, newPassword }) => {
    try {
      await call(changePassword, { password, newPassword })
    } catch (error) {
      refetchPolicyAfter(error)
      showFormFailure(t`Failed to change your password.`, error, ['password', 'newPassword'], setError)
      return
    }
    onClose()
    showSuccess(t`Your password is changed. All your other devices are signed out.`)
    await queryClient().invalidateQueries({ queryKey: sessionsQuery.queryKey })
  })

  return (
    <DialogForm
      title={t`Change password`}
      onSubmit={submit}
      onClose={onClose}
      submitText={t`Change password`}
      busy={isSubmitting}
      busyText={t`Saving...`}
    >
      <p>{t`This signs out all your other devices. We’ll send you an e-mail about the change.`}</p>
      <PasswordField
        {...field('password')}
        label={t`Current password`}
        autoComplete="current-password"
        required
      />
      <NewPasswordFields
        label={t`New password`}
        password={field('newPassword')}
        repeated={field('repeatedPassword')}
      />
    </DialogForm>
  )
}
