import { t } from '@lingui/core/macro'
import type { RawInputOf } from '../../contract/endpoint.ts'
import { deleteMasjid } from '../../contract/members.ts'
import { call } from '../app/api-call.ts'
import type { Action } from '../app/use-action.ts'
import { useLazyForm } from '../forms/use-lazy-form.ts'
import { DialogForm } from '../identity/account/dialog-form.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { useGoToNextParty } from './use-go-to-next-party.ts'

const loadResolver = async () => (await import('./form-resolvers.ts')).passwordResolver

const deletion: Action<RawInputOf<typeof deleteMasjid>> = {
  run: (values) => call(deleteMasjid, values),
  failed: () => t`Failed to delete the masjid.`,
}

/** Explains what is deleted with the masjid, and asks for the password. */
export function DeleteMasjidDialog({ onClose }: { onClose: () => void }) {
  // After the deletion, the session may end, or the user's next party opens.
  const { effect, leave } = useGoToNextParty(() => t`The masjid is deleted.`)
  const form = useLazyForm(loadResolver)
  return (
    <DialogForm
      form={form}
      action={{ ...deletion, ...effect }}
      onDone={leave}
      title={t`Delete this masjid?`}
      role="alertdialog"
      onClose={onClose}
      submitText={t`Delete This Masjid`}
      busyText={t`Deleting...`}
    >
      <ul className="grid list-disc gap-2 ps-5">
        <li>{t`The masjid’s profile will be deleted immediately and for good, for all its members.`}</li>
        <li>{t`Its upcoming khutbahs will be canceled, and the khateebs involved will get an email.`}</li>
        <li>{t`Members who don’t use Minbar for another masjid or as a khateeb will lose their account. Each member will get an email.`}</li>
      </ul>
      <PasswordField {...form.field('password')} label={t`Your password`} />
    </DialogForm>
  )
}
