import { t } from '@lingui/core/macro'
import { useNavigate } from 'react-router'
import type { RawInputOf, Role } from '../../../contract/endpoint.ts'
import { deleteAccount } from '../../../contract/identity.ts'
import { paths } from '../../../contract/screen-paths.ts'
import { call } from '../../app/api-call.ts'
import { useSession } from '../../app/session.ts'
import type { Action } from '../../app/use-action.ts'
import { useLazyForm } from '../../forms/use-lazy-form.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { DialogForm } from './dialog-form.tsx'

const loadResolver = async () => (await import('../form-resolvers.ts')).passwordResolver

function consequences(role: Role): readonly string[] {
  const gone = t`Your profile, your sign-in and your personal data are deleted immediately and for good.`
  const last = t`Your past khutbahs stay in others’ history, without your name. A last email confirms the deletion.`
  return role === 'khateeb'
    ? [gone, t`Your confirmed khutbahs become open again, and the masjids get an email.`, last]
    : [gone, t`Your upcoming khutbahs are canceled, and the khateebs involved get an email.`, last]
}

const deletion: Action<RawInputOf<typeof deleteAccount>> = {
  run: (values) => call(deleteAccount, values),
  failed: () => t`Failed to delete your account.`,
  endsSession: true,
}

/** A dialog that explains what a deletion of the account deletes, and asks for the password. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { role } = useSession()
  const navigate = useNavigate()
  const form = useLazyForm(loadResolver)
  return (
    <DialogForm
      form={form}
      action={deletion}
      onDone={() => navigate(paths.home, { replace: true, state: { accountDeleted: true } })}
      title={t`Delete your account?`}
      role="alertdialog"
      onClose={onClose}
      submitText={t`Delete my account`}
      busyText={t`Deleting...`}
    >
      <ul className="grid list-disc gap-2 ps-5">
        {consequences(role).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <PasswordField {...form.field('password')} label={t`Your password`} />
    </DialogForm>
  )
}
