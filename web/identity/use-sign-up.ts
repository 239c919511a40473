import { useNavigate } from 'react-router'
import { geocode } from '../../contract/places.ts'
import { call } from '../app/api-call.ts'
import { paths } from '../app/paths.ts'
import { showFailure, showSuccess } from '../ui/toasts.tsx'
import { refetchPolicyAfter } from './password-policy.ts'
import { useIsIdle } from './use-is-idle.ts'

/** Milliseconds between a success and the redirect, so that its toast is read on the same screen. */
export const redirectDelay = 1_000

/** The ZIP code could not be geocoded; `cause` is the error of the call. */
export class GeocodingFailed extends Error {}

interface SignUp {
  /** The e-mail and the ZIP code that the user entered. */
  readonly entered: { readonly email: string; readonly zipCode: string }
  /** Creates the account. */
  readonly create: () => Promise<unknown>
  /** The toast on success. */
  readonly success: string
  /** The toast for an error of `create`, or `GeocodingFailed`; `reason` is a second line. */
  readonly failure: (error: unknown) => { readonly text: string; readonly reason?: string }
}

/**
 * Geocodes the ZIP code, creates the account, shows a toast, and after a second navigates to the login with the e-mail filled in.
 */
export function useSignUp(): (it: SignUp) => Promise<void> {
  const navigate = useNavigate()
  const isIdle = useIsIdle()
  return async ({ entered: { email, zipCode }, create, success, failure }) => {
    try {
      await call(geocode, { zipCode }).catch((cause: unknown) => {
        throw new GeocodingFailed('geocoding failed', { cause })
      })
      await create()
    } catch (error) {
      refetchPolicyAfter(error)
      const { text, reason } = failure(error)
      showFailure(text, reason)
      return
    }
    showSuccess(success)
    await new Promise<void>((resolve) => void setTimeout(resolve, redirectDelay))
    // `replace`: going back must not return to the sign-up form.
    if (isIdle()) await navigate(paths.login, { replace: true, state: { email } })
  }
}
