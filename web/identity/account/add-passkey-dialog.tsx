import { t } from '@lingui/core/macro'
import { use } from 'react'
import { CallFailed } from '../../../contract/client.ts'
import type { RawInputOf } from '../../../contract/endpoint.ts'
import { addPasskey, startAddingPasskey } from '../../../contract/second-factor.ts'
import { call } from '../../app/api-call.ts'
import { lingui } from '../../app/i18n.ts'
import type { Action } from '../../app/use-action.ts'
import { useLazyForm } from '../../forms/use-lazy-form.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { messages } from '../../words/account-dialogs.en.po'
import { createPasskey } from '../second-factor/passkeys.ts'
import { DialogForm } from './dialog-form.tsx'
import { ShowRecoveryCodesContext } from './show-recovery-codes.ts'
import { type AddedFactor, addedToast, useAddFactor } from './use-add-factor.ts'

lingui.load('en', messages)

const loadResolver = async () => (await import('../form-resolvers.ts')).passwordResolver

type Proof = RawInputOf<typeof startAddingPasskey>

const startAndAdd = async (proof: Proof) =>
  call(addPasskey, { newPasskey: await createPasskey(await call(startAddingPasskey, proof)) })

/**
 * A dialog that asks for the password and lets the browser create a passkey. Shows recovery codes if it is the user's first second factor.
 */
export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const form = useLazyForm(loadResolver)
  const addFactor = useAddFactor('passkey')
  const add: Action<Proof, AddedFactor> = {
    run: (proof) => addFactor(() => startAndAdd(proof)),
    done: (added) => addedToast(t`Your passkey is added. You can sign in with it from now on.`, added),
    failed: (error) =>
      error instanceof CallFailed
        ? t`Failed to add a passkey.`
        : t`No passkey was added. Maybe you canceled, or this device has one already.`,
  }
  const showCodes = use(ShowRecoveryCodesContext)
  return (
    <DialogForm
      form={form}
      action={add}
      onDone={({ recoveryCodes }) => {
        onClose()
        if (recoveryCodes !== null) showCodes(recoveryCodes)
      }}
      title={t`Add a passkey`}
      onClose={onClose}
      submitText={t`Continue`}
      busyText={t`Waiting for your device...`}
    >
      <p>
        {t`Your device keeps the passkey and asks for your fingerprint, face or screen lock when you use it. Nobody can guess it, or trick you into typing it elsewhere.`}
      </p>
      <PasswordField {...form.field('password')} label={t`Your password`} />
    </DialogForm>
  )
}
