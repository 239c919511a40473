import { t } from '@lingui/core/macro'
import { useNavigate } from 'react-router'
import type { Role } from '../../../contract/endpoint.ts'
import { deleteAccount } from '../../../contract/identity.ts'
import { call } from '../../app/api-call.ts'
import { paths } from '../../app/paths.ts'
import { forgetSession, useSession } from '../../app/session.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { showFormFailure } from '../form-errors.ts'
import { useLazyForm } from '../use-lazy-form.ts'
import { DialogForm } from './dialog-form.tsx'

const loadResolver = async () => (await import('../validation.ts')).deleteAccountResolver

function consequences(role: Role): readonly string[] {
  const gone = t`Your profile, your sign-in and your personal data are deleted immediately and for good.`
  const last = t`Your past khutbahs stay in others’ history, without your name. A last e-mail confirms the deletion.`
  return role === 'khateeb'
    ? [gone, t`The khutbahs you are confirmed for open up again, and the masjids get an e-mail.`, last]
    : [gone, t`Your upcoming khutbahs are taken away, and the khateebs involved get an e-mail.`, last]
}

/** Explains what is deleted, and asks for the password. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { role } = useSession()
  const navigate = useNavigate()
  const { field, submitWith, setError, isSubmitting } = useLazyForm(loadResolver)

  const submit = submitWith(async (values) => {
    try {
      await call(deleteAccount, values)
    } catch (error) {
      showFormFailure(t`Failed to delete your account.`, error, ['password'], setError)
      return
    }
    // Navigate first: a protected screen would refetch once the session is gone.
    await navigate(paths.home, { replace: true, state: { accountDeleted: true } })
    forgetSession()
  })

  return (
    <DialogForm
      title={t`Delete your account?`}
      role="alertdialog"
      onSubmit={submit}
      onClose={onClose}
      submitText={t`Delete my account`}
      busy={isSubmitting}
      busyText={t`Deleting...`}
    >
      <ul className="grid list-disc gap-2 ps-5">
        {consequences(role).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <PasswordField
        {...field('password')}
        label={t`Your password`}
        autoComplete="current-password"
        required
      />
    </DialogForm>
  )
}
