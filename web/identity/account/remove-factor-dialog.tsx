import { t } from '@lingui/core/macro'
import type { RawInputOf } from '../../../contract/endpoint.ts'
import { getSecondFactors, removeSecondFactor } from '../../../contract/second-factor.ts'
import { call } from '../../app/api-call.ts'
import { lingui } from '../../app/i18n.ts'
import type { Action } from '../../app/use-action.ts'
import { useLazyForm } from '../../forms/use-lazy-form.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { messages } from '../../words/account-dialogs.en.po'
import { DialogForm } from './dialog-form.tsx'
import type { Factor } from './second-factor-section.tsx'
import { mayHaveTakenEffect } from './use-add-factor.ts'

lingui.load('en', messages)

const loadResolver = async () => (await import('../form-resolvers.ts')).passwordResolver

/**
 * Returns the action that removes a second factor. If the response is lost, the retry is refused, because the factor is gone or the code
 * was used. The action then asks the server whether the factor is gone, and succeeds if so.
 */
function removalOf({ id, kind }: Factor): Action<Omit<RawInputOf<typeof removeSecondFactor>, 'id'>> {
  return {
    run: async (proof) => {
      try {
        await call(removeSecondFactor, { ...proof, id })
      } catch (error) {
        if (!mayHaveTakenEffect(error)) throw error
        const now = await call(getSecondFactors, {}).catch(() => undefined)
        if (now === undefined || now.factors.some((it) => it.id === id)) throw error
      }
    },
    done: () => (kind === 'passkey' ? t`The passkey is removed.` : t`The authenticator app is removed.`),
    failed: () => t`Failed to remove it.`,
  }
}

/** A dialog that asks for the password, and removes a second factor. */
export function RemoveFactorDialog({ onClose, factor }: { onClose: () => void; factor: Factor }) {
  const form = useLazyForm(loadResolver)
  const isPasskey = factor.kind === 'passkey'
  return (
    <DialogForm
      form={form}
      action={removalOf(factor)}
      title={isPasskey ? t`Remove this passkey?` : t`Remove the app?`}
      role="alertdialog"
      onClose={onClose}
      submitText={t`Remove`}
      busyText={t`Removing...`}
    >
      <p>
        {isPasskey
          ? t`You won’t be able to sign in with it. Please delete it from your device, too.`
          : t`We will no longer ask for the app’s codes when you sign in. Please also delete Minbar from the app.`}
      </p>
      <PasswordField {...form.field('password')} label={t`Your password`} />
    </DialogForm>
  )
}
