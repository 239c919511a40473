import { t } from '@lingui/core/macro'
import { leaveMasjid } from '../../contract/members.ts'
import { call } from '../app/api-call.ts'
import { useSession } from '../app/session.ts'
import type { Action } from '../app/use-action.ts'
import { useLazyForm } from '../forms/use-lazy-form.ts'
import { DialogForm } from '../identity/account/dialog-form.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { useGoToNextParty } from './use-go-to-next-party.ts'

const loadResolver = async () => (await import('./form-resolvers.ts')).passwordResolver

const departure: Action<{ password: string }> = {
  run: (values) => call(leaveMasjid, values),
  failed: () => t`Failed to leave the masjid.`,
}

/** Explains what the user loses by leaving, and asks for the password. */
export function LeaveDialog({ onClose }: { onClose: () => void }) {
  const { name } = useSession()
  const { effect, leave } = useGoToNextParty(() => t`You have left the masjid.`)
  const form = useLazyForm(loadResolver)
  return (
    <DialogForm
      form={form}
      action={{ ...departure, ...effect }}
      onDone={leave}
      onRefused={onClose}
      title={t`Leave ${name}?`}
      role="alertdialog"
      onClose={onClose}
      submitText={t`Leave`}
      busyText={t`Leaving...`}
    >
      <p>{t`You’ll lose access at once. Only an owner can invite you again. If you don’t use Minbar for another masjid or as a khateeb, your account will be deleted, too.`}</p>
      <PasswordField {...form.field('password')} label={t`Your password`} />
    </DialogForm>
  )
}
