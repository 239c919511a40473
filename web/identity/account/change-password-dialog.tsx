import { t } from '@lingui/core/macro'
import { useForm } from 'react-hook-form'
import { changePassword } from '../../../contract/identity.ts'
import { call } from '../../app/api-call.ts'
import { queryClient } from '../../app/caller.ts'
import { useLazyResolver } from '../../app/lazy-resolver.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { showSuccess } from '../../ui/toasts.tsx'
import { showFirstError, showFormFailure } from '../form-errors.ts'
import { NewPasswordFields } from '../new-password-fields.tsx'
import { refetchPolicyAfter } from '../password-policy.ts'
import { sessionsQuery } from './account-queries.ts'
import { DialogForm } from './dialog-form.tsx'

const loadResolver = async () => (await import('./validation.ts')).changePasswordResolver

interface ChangePasswordDialogProps {
  isOpen: boolean
  onClose: () => void
}

/** Asks for the current password and a new one. */
export function ChangePasswordDialog({ isOpen, onClose }: ChangePasswordDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t`Change password`}>
      <ChangePasswordForm onClose={onClose} />
    </Dialog>
  )
}

function ChangePasswordForm({ onClose }: Pick<ChangePasswordDialogProps, 'onClose'>) {
  const {
    register,
    handleSubmit,
    setError,
    formState: { errors, isSubmitting },
  } = useForm({ resolver: useLazyResolver(loadResolver) })

  const submit = handleSubmit(async ({ password, newPassword }) => {
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
  }, showFirstError)

  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onClose}
      submitText={t`Change password`}
      busy={isSubmitting}
      busyText={t`Saving...`}
    >
      <p>{t`This signs out all your other devices. We’ll send you an e-mail about the change.`}</p>
      <PasswordField
        {...register('password')}
        label={t`Current password`}
        error={errors.password?.message}
        autoComplete="current-password"
        required
      />
      <NewPasswordFields
        label={t`New password`}
        password={register('newPassword')}
        repeated={register('repeatedPassword')}
        passwordError={errors.newPassword?.message}
        repeatedError={errors.repeatedPassword?.message}
      />
    </DialogForm>
  )
}
