import { t } from '@lingui/core/macro'
import { changeEmail } from '../../../contract/email-change.ts'
import type { RawInputOf } from '../../../contract/endpoint.ts'
import { call } from '../../app/api-call.ts'
import { lingui } from '../../app/i18n.ts'
import type { Action } from '../../app/use-action.ts'
import { useLazyForm } from '../../forms/use-lazy-form.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { messages } from '../../words/account-dialogs.en.po'
import { DialogForm } from './dialog-form.tsx'

lingui.load('en', messages)

const loadResolver = async () => (await import('../form-resolvers.ts')).changeEmailResolver

const requestChange: Action<RawInputOf<typeof changeEmail>> = {
  run: (values) => call(changeEmail, values),
  done: (_, { email }) => t`We sent an email to ${email}. Follow its link to change your address.`,
  failed: () => t`Failed to change your email.`,
}

/**
 * A dialog that asks for a new email and the password. The email changes when the user follows the link that we send to the new address.
 */
export function ChangeEmailDialog({ onClose }: { onClose: () => void }) {
  const form = useLazyForm(loadResolver)
  return (
    <DialogForm
      form={form}
      action={requestChange}
      title={t`Change email`}
      onClose={onClose}
      submitText={t`Send confirmation email`}
      busyText={t`Sending...`}
    >
      <p>
        {t`We’ll send a link to the new address. Once you follow it, you sign in with the new address. We’ll also email your old address, where you can undo the change for a week.`}
      </p>
      <TextField {...form.field('email')} label={t`New email`} type="email" autoComplete="email" required />
      <PasswordField {...form.field('password')} label={t`Your password`} />
    </DialogForm>
  )
}
