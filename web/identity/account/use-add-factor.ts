import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { CallFailed } from '../../../contract/client.ts'
import type { OutputOf } from '../../../contract/endpoint.ts'
import { type addPasskey, getSecondFactors } from '../../../contract/second-factor.ts'
import { call } from '../../app/api-call.ts'
import { queryClient } from '../../app/document-context.ts'
import { lingui } from '../../app/i18n.ts'
import { messages } from '../../words/second-factor.en.po'
import { secondFactorsQuery } from './account-queries.ts'
import type { Factor } from './second-factor-section.tsx'

lingui.load('en', messages)

export interface AddedFactor extends OutputOf<typeof addPasskey> {
  /** Whether the response with the first recovery codes was lost. */
  readonly hasLostCodes: boolean
}

/**
 * Returns a function that runs `add`, which adds a second factor of this kind. If the response is lost, the retry is refused, because a
 * code or a challenge works only once. The function then asks the server whether the factor was added. The user must know, because the
 * account needs the factor from now on.
 */
export function useAddFactor(kind: Factor['kind']) {
  const [before] = useState(() => queryClient().getQueryData(secondFactorsQuery.queryKey)?.factors)
  return async (add: () => Promise<OutputOf<typeof addPasskey>>): Promise<AddedFactor> => {
    try {
      return { ...(await add()), hasLostCodes: false }
    } catch (error) {
      if (before === undefined || !mayHaveTakenEffect(error)) throw error
      const now = await call(getSecondFactors, {}).catch(() => ({ factors: [] }))
      const isNew = (factor: Factor) => factor.kind === kind && !before.some(({ id }) => id === factor.id)
      if (!now.factors.some(isNew)) throw error
      return { recoveryCodes: null, hasLostCodes: before.length === 0 }
    }
  }
}

/** Whether a call that failed with this error, or an earlier call of the dialog, may have made its change. */
export function mayHaveTakenEffect(error: unknown): boolean {
  // `wrong_second_factor`: an earlier call may have used the code or the challenge. `not_found`: it may have removed the factor.
  // An error that is not a `CallFailed` comes from the browser. It may mean that an earlier call has added this device's passkey.
  return (
    !(error instanceof CallFailed) || ['network', 'wrong_second_factor', 'not_found'].includes(error.code)
  )
}

/** Returns the toast for an added factor. */
export function addedToast(text: string, { hasLostCodes }: AddedFactor) {
  const lostCodes = t`The connection was lost before we could show you your recovery codes. Please make new ones.`
  return hasLostCodes ? { text, reason: lostCodes, duration: 20_000 } : text
}
