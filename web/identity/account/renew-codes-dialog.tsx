import { t } from '@lingui/core/macro'
import { use, useRef } from 'react'
import type { OutputOf, RawInputOf } from '../../../contract/endpoint.ts'
import { getSecondFactors, renewRecoveryCodes } from '../../../contract/second-factor.ts'
import { call } from '../../app/api-call.ts'
import { queryClient } from '../../app/document-context.ts'
import { lingui } from '../../app/i18n.ts'
import type { Action } from '../../app/use-action.ts'
import { useLazyForm } from '../../forms/use-lazy-form.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { messages } from '../../words/account-dialogs.en.po'
import { secondFactorsQuery } from './account-queries.ts'
import { DialogForm } from './dialog-form.tsx'
import { ShowRecoveryCodesContext } from './show-recovery-codes.ts'
import { mayHaveTakenEffect } from './use-add-factor.ts'

lingui.load('en', messages)

const loadResolver = async () => (await import('../form-resolvers.ts')).passwordResolver

/** Means that new codes were made, but that the response with them was lost. */
class CodesLostError extends Error {
  override readonly name = 'CodesLost'
}

/**
 * Returns the action that makes new recovery codes. If the response is lost, `call` retries. If the user has entered a recovery code, the
 * retry returns the same codes. With any other second factor, the retry is refused, because that factor works only once. If the retry also
 * fails, the action asks the server whether codes were made. If so, it fails with `CodesLostError`, which tells the user that the old codes
 * no longer work.
 */
function useRenewal(): Action<RawInputOf<typeof renewRecoveryCodes>, OutputOf<typeof renewRecoveryCodes>> {
  const knownCodes = useRef(queryClient().getQueryData(secondFactorsQuery.queryKey)?.recoveryCodesMadeAt)
  return {
    run: async (proof) => {
      try {
        return await call(renewRecoveryCodes, proof)
      } catch (error) {
        const now = mayHaveTakenEffect(error)
          ? await call(getSecondFactors, {}).catch(() => undefined)
          : undefined
        const madeAt = now?.recoveryCodesMadeAt ?? undefined
        if (madeAt === undefined || madeAt === knownCodes.current) throw error
        knownCodes.current = madeAt
        throw new CodesLostError()
      }
    },
    failed: (error) =>
      error instanceof CodesLostError
        ? {
            text: t`Your old recovery codes no longer work, but the connection was lost before we could show you the new ones. Please make new ones again.`,
            reason: undefined,
            duration: 20_000,
          }
        : t`Failed to make new recovery codes.`,
  }
}

/** A dialog that asks for the password, and replaces the recovery codes. `SecondFactorSection` then shows the new codes. */
export function RenewCodesDialog({ onClose }: { onClose: () => void }) {
  const form = useLazyForm(loadResolver)
  const renewal = useRenewal()
  const showCodes = use(ShowRecoveryCodesContext)
  return (
    <DialogForm
      form={form}
      action={renewal}
      onDone={({ recoveryCodes }) => {
        onClose()
        showCodes(recoveryCodes)
      }}
      title={t`Make new recovery codes`}
      onClose={onClose}
      submitText={t`Make new codes`}
      busyText={t`Preparing...`}
    >
      <p>{t`Your old recovery codes will stop working.`}</p>
      <PasswordField {...form.field('password')} label={t`Your password`} />
    </DialogForm>
  )
}
