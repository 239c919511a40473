import { useNavigate } from 'react-router'
import { paths } from '../app/paths.ts'
import { showFailure, showSuccess } from '../ui/toasts.tsx'
import { refetchPolicyAfter } from './password-policy.ts'
import { useIsIdle } from './use-is-idle.ts'

/** Milliseconds between a success and the redirect, so that its toast is read on the same screen. */
export const redirectDelay = 1_000

/** The toast of a failed sign-up; `reason` is a second line. */
export interface SignUpFailure {
  readonly text: string
  readonly reason?: string
}

interface SignUp {
  /** Creates the account. */
  readonly signUp: () => Promise<unknown>
  /** The toast on success. */
  readonly success: string
  /** The toast for an error of `signUp`. */
  readonly failure: (error: unknown) => SignUpFailure
  readonly email: string
}

/** Creates the account, shows a toast, and after a second navigates to the login with the e-mail filled in. */
export function useSignUp(): (it: SignUp) => Promise<void> {
  const navigate = useNavigate()
  const isIdle = useIsIdle()
  return async ({ signUp, success, failure, email }) => {
    try {
      await signUp()
    } catch (error) {
      refetchPolicyAfter(error)
      const { text, reason } = failure(error)
      showFailure(text, { reason })
      return
    }
    showSuccess(success)
    await new Promise<void>((resolve) => void setTimeout(resolve, redirectDelay))
    // `replace`: going back must not return to the sign-up form.
    if (isIdle()) await navigate(paths.login, { replace: true, state: { email } })
  }
}
