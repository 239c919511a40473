import { useNavigate } from 'react-router'
import { paths } from '../app/paths.ts'
import { showFailure, showSuccess } from '../ui/toasts.tsx'
import { refetchPolicyAfter } from './password-policy.ts'
import { useIsIdle } from './use-is-idle.ts'

/** Milliseconds between a success and the step that follows from it, so that its toast is read where it belongs. */
export const redirectDelay = 1_000

/** What is said of a sign-up that failed: the words, and where they don't tell it, the reason. */
export interface SignUpFailure {
  readonly text: string
  readonly reason?: string
}

/** What a sign-up form does with its values. */
interface SignUp {
  /** Makes the account; rejects when it couldn't be made. */
  readonly signUp: () => Promise<unknown>
  /** The toast of success. */
  readonly success: string
  /** The toast for what `signUp` rejected with. */
  readonly failure: (error: unknown) => SignUpFailure
  readonly email: string
}

/** Makes the account, says so, and goes on to the login screen after a second, with the e-mail filled in. */
export function useSignUp(): (it: SignUp) => Promise<void> {
  const navigate = useNavigate()
  const stands = useIsIdle()
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
    // An account is made once: the way back leads past the form.
    if (stands()) await navigate(paths.login, { replace: true, state: { email } })
  }
}
