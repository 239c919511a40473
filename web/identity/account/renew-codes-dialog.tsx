import { t } from '@lingui/core/macro'
import { use } from 'react'
import type { OutputOf, RawInputOf } from '../../../contract/endpoint.ts'
import { renewRecoveryCodes } from '../../../contract/second-factor.ts'
import { call } from '../../app/api-call.ts'
import type { Action } from '../../app/use-action.ts'
import { useLazyForm } from '../../forms/use-lazy-form.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { DialogForm } from './dialog-form.tsx'
import { ShowRecoveryCodesContext } from './show-recovery-codes.ts'

const loadResolver = async () => (await import('../form-resolvers.ts')).passwordResolver

const renew: Action<RawInputOf<typeof renewRecoveryCodes>, OutputOf<typeof renewRecoveryCodes>> = {
  run: (proof) => call(renewRecoveryCodes, proof),
  failed: () => t`Failed to make new recovery codes.`,
}

/** A dialog that asks for the password, and replaces the recovery codes, which the section then shows. */
export function RenewCodesDialog({ onClose }: { onClose: () => void }) {
  const form = useLazyForm(loadResolver)
  const showCodes = use(ShowRecoveryCodesContext)
  return (
    <DialogForm
      form={form}
      action={renew}
      onDone={({ recoveryCodes }) => {
        onClose()
        showCodes(recoveryCodes)
      }}
      title={t`Make new recovery codes`}
      onClose={onClose}
      submitText={t`Make new codes`}
      busyText={t`Preparing...`}
    >
      <p>{t`Your old recovery codes stop working.`}</p>
      <PasswordField {...form.field('password')} label={t`Your password`} />
    </DialogForm>
  )
}
