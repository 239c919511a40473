import { t } from '@lingui/core/macro'
import type { RawInputOf } from '../../../contract/endpoint.ts'
import { changePassword } from '../../../contract/identity.ts'
import { call } from '../../app/api-call.ts'
import { lingui } from '../../app/i18n.ts'
import type { Action } from '../../app/use-action.ts'
import { useLazyForm } from '../../forms/use-lazy-form.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { messages } from '../../words/account-dialogs.en.po'
import { NewPasswordFields } from '../new-password-fields.tsx'
import { DialogForm } from './dialog-form.tsx'

lingui.load('en', messages)

const loadResolver = async () => (await import('../form-resolvers.ts')).changePasswordResolver

const change: Action<RawInputOf<typeof changePassword>> = {
  run: ({ password, newPassword, code, passkey }) =>
    call(changePassword, { password, newPassword, code, passkey }),
  done: () => t`Your password is changed. All your other devices are signed out.`,
  failed: () => t`Failed to change your password.`,
}

/** A dialog that asks for the current password and a new one. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const form = useLazyForm(loadResolver)
  return (
    <DialogForm
      form={form}
      action={change}
      title={t`Change password`}
      onClose={onClose}
      submitText={t`Change password`}
      busyText={t`Saving...`}
    >
      <p>{t`This signs out all your other devices. We’ll send you an email about the change.`}</p>
      <PasswordField {...form.field('password')} label={t`Current password`} />
      <NewPasswordFields
        label={t`New password`}
        password={form.field('newPassword')}
        repeated={form.field('repeatedPassword')}
      />
    </DialogForm>
  )
}
