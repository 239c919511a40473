import { type ReactNode, useRef, useState } from 'react'
import { CallFailed } from '../../../contract/client.ts'
import type { RawInputOf } from '../../../contract/endpoint.ts'
import type { SecondFactorOption } from '../../../contract/failures.ts'
import type { signIn } from '../../../contract/identity.ts'
import { failureMessage } from '../../app/failure-message.ts'
import { lazyDialog } from '../../app/lazy-dialog.tsx'
import type { Action } from '../../app/use-action.ts'

/** The fields of a call's input that prove a second factor. */
export type SecondFactor = Pick<RawInputOf<typeof signIn>, 'code' | 'passkey'>

/** Why a form asks for a second factor: to sign in, or to confirm a change. */
export type FactorPurpose = 'sign_in' | 'confirmation'

const SecondFactorStep = lazyDialog(async () => (await import('./second-factor-step.tsx')).SecondFactorStep)

/**
 * Lets a form ask for a second factor if its action needs one. Render `step`, which is empty until the server asks for a second factor
 * (`isAsked`). Run `asking` in place of the action: it also sends the second factor that the user has entered into `step`.
 */
export function useSecondFactor<Given extends object, Output>(
  action: Action<Given, Output>,
  purpose: FactorPurpose,
): { asking: Action<Given, Output>; step: ReactNode; isAsked: boolean } {
  const [options, setOptions] = useState<readonly SecondFactorOption[]>()
  const [error, setError] = useState<string>()
  const entered = useRef<SecondFactor>({})

  const asking: Action<Given, Output> = {
    ...action,
    run: (given) => {
      const secondFactor = entered.current
      // Forgets the signature of a passkey, because the server accepts it only once, even if the call fails.
      entered.current = secondFactor.passkey === undefined ? secondFactor : {}
      return action.run({ ...given, ...secondFactor })
    },
    failed: (failure, fieldError, given) => {
      const known = failure instanceof CallFailed ? failure : undefined
      if (known?.code === 'second_factor_required') {
        setOptions(known.secondFactors)
        setError(options === undefined ? undefined : failureMessage(failure))
        return undefined
      }
      const message = known?.code === 'wrong_second_factor' ? failureMessage(failure) : known?.fields['code']
      setError(message)
      return message === undefined ? action.failed?.(failure, fieldError, given) : undefined
    },
  }
  const close = () => setOptions(undefined)
  const step = (
    <SecondFactorStep
      isOpen={options !== undefined}
      onClose={close}
      options={options ?? []}
      error={error}
      purpose={purpose}
      onEntered={(secondFactor) => {
        entered.current = secondFactor
      }}
    />
  )
  return { asking, step, isAsked: options !== undefined }
}
