import { t } from '@lingui/core/macro'
import { useNavigate } from 'react-router'
import { CallFailed } from '../../contract/client.ts'
import type { OutputOf, Role } from '../../contract/endpoint.ts'
import { checkUserRole, signIn } from '../../contract/identity.ts'
import { call } from '../app/api-call.ts'
import { sentenceOf } from '../app/failure-sentences.ts'
import { landings } from '../app/paths.ts'
import { preloadMemberScreens } from '../app/preload-member-screens.ts'
import { refetchSession } from '../app/session.ts'
import { showFailure, showSuccess } from '../ui/toasts.tsx'
import { nextPathIn } from './next-path.ts'
import { useIsIdle } from './use-is-idle.ts'
import { type LazyForm, useLazyForm } from './use-lazy-form.ts'
import { redirectDelay } from './use-sign-up.ts'
import type { Credentials } from './validation.ts'

const loadResolver = async () => (await import('./validation.ts')).signInResolver

/** The form of `SignInFields`, with `email` filled in if known. */
export function useSignInForm(email: string | undefined): LazyForm<Credentials, Credentials> {
  return useLazyForm(loadResolver, email === undefined ? undefined : { email })
}

/** The user who has just signed in. */
export type SignInResult = Pick<OutputOf<typeof signIn>, 'uid' | 'role'>

/** Signs in. On failure shows why and resolves with undefined. */
export async function signInWith(credentials: Credentials): Promise<SignInResult | undefined> {
  try {
    return await call(signIn, credentials)
  } catch (error) {
    showFailure(t`Failed to sign in. Please check your credentials and try again.`, otherReason(error))
    return undefined
  }
}

/** Signs in and after a second navigates to `?next=`, otherwise to the role's landing screen. */
export function useSignIn(): (credentials: Credentials) => Promise<void> {
  const navigate = useNavigate()
  const isIdle = useIsIdle()
  return async (credentials) => {
    if ((await signInWith(credentials)) === undefined) return
    showSuccess(t`Logged in successfully!`)
    preloadMemberScreens()
    const [role] = await Promise.all([
      fetchRole(),
      // On failure, the next screen fetches the session.
      refetchSession().catch(() => null),
      new Promise((resolve) => setTimeout(resolve, redirectDelay)),
    ])
    if (role === undefined || !isIdle()) return
    // Read now: opening a protected screen meanwhile redirects back here with another `?next=`.
    await navigate(nextPathIn(window.location.search) ?? landings[role], { replace: true })
  }
}

/** Why a sign-in failed; undefined if the credentials were wrong. */
function otherReason(error: unknown): string | undefined {
  const isWrongCredentials =
    error instanceof CallFailed && ['wrong_credentials', 'invalid_input'].includes(error.code)
  return isWrongCredentials ? undefined : sentenceOf(error)
}

/** The user's role. Shows an error and resolves with undefined if there is none. */
async function fetchRole(): Promise<Role | undefined> {
  try {
    const { role } = await call(checkUserRole, { uid: 'me' })
    if (role in landings) return role
    showFailure(t`User role not found`)
  } catch {
    showFailure(t`Failed to check user role`)
  }
  return undefined
}
