import { t } from '@lingui/core/macro'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { CallFailed } from '../../contract/client.ts'
import type { OutputOf, Role } from '../../contract/endpoint.ts'
import { checkUserRole, signIn } from '../../contract/identity.ts'
import { call } from '../app/api-call.ts'
import { useLazyResolver } from '../app/lazy-resolver.ts'
import { preloadMemberScreens } from '../app/preload-member-screens.ts'
import { landings } from '../app/paths.ts'
import { sentenceOf } from '../app/failure-sentences.ts'
import { refetchSession } from '../app/session.ts'
import { showFailure, showSuccess } from '../ui/toasts.tsx'
import type { Credentials } from './validation.ts'
import { showFirstError } from './form-errors.ts'
import { nextPathIn } from './next-path.ts'
import { redirectDelay } from './use-sign-up.ts'
import { useIsIdle } from './use-is-idle.ts'

const loadResolver = async () => (await import('./validation.ts')).signInResolver

/** The form of `SignInFields`, with an e-mail filled in where it is known; what is wrong with what was entered is said. */
export function useSignInForm(email: string | undefined) {
  const form = useForm({
    resolver: useLazyResolver(loadResolver),
    // A default, even an empty one, may take the place of what was typed before this script ran.
    defaultValues: email === undefined ? {} : { email },
  })
  const submitting = (signIn: (credentials: Credentials) => Promise<void>) =>
    form.handleSubmit(signIn, showFirstError)
  return { form, submitting }
}

/** Who has just signed in. */
export type SignInResult = Pick<OutputOf<typeof signIn>, 'uid' | 'role'>

/** Signs in; where that fails says why, and resolves with undefined. */
export async function signInWith(credentials: Credentials): Promise<SignInResult | undefined> {
  try {
    return await call(signIn, credentials)
  } catch (error) {
    showFailure(t`Failed to sign in. Please check your credentials and try again.`, { reason: whyNot(error) })
    return undefined
  }
}

/** Signs in, and after a second goes where the person was going, else to the landing screen of the role. */
export function useSignIn(): (credentials: Credentials) => Promise<void> {
  const navigate = useNavigate()
  const stands = useIsIdle()
  return async (credentials) => {
    if ((await signInWith(credentials)) === undefined) return
    showSuccess(t`Logged in successfully!`)
    preloadMemberScreens()
    const [role] = await Promise.all([
      roleOf(),
      // Where it can't be had now, the next screen asks for it.
      refetchSession().catch(() => null),
      new Promise((resolve) => setTimeout(resolve, redirectDelay)),
    ])
    if (role === undefined || !stands()) return
    // As it is by now: a step to a protected screen meanwhile has led back here, with another to go on to.
    await navigate(nextPathIn(window.location.search) ?? landings[role], { replace: true })
  }
}

/** What else it was than the credentials, if anything. */
function whyNot(error: unknown): string | undefined {
  const isRefused = error instanceof CallFailed && ['wrong_credentials', 'invalid_input'].includes(error.code)
  return isRefused ? undefined : sentenceOf(error)
}

/** The role as the server knows it; says what is wrong when there is none. */
async function roleOf(): Promise<Role | undefined> {
  try {
    const { role } = await call(checkUserRole, { uid: 'me' })
    if (role in landings) return role
    showFailure(t`User role not found`)
  } catch {
    showFailure(t`Failed to check user role`)
  }
  return undefined
}
