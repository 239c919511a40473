import { t } from '@lingui/core/macro'
import { useNavigate } from 'react-router'
import { CallFailed } from '../../contract/client.ts'
import type { OutputOf, Role } from '../../contract/endpoint.ts'
import { checkUserRole, signIn } from '../../contract/identity.ts'
import { landingPaths, paths } from '../../contract/screen-paths.ts'
import { call } from '../app/api-call.ts'
import { failureMessage, isPermanentFailure } from '../app/failure-message.ts'
import { lingui } from '../app/i18n.ts'
import { preloadMemberScreens } from '../app/preload-member-screens.ts'
import { refetchSession } from '../app/session.ts'
import type { Action } from '../app/use-action.ts'
import { useFormAction } from '../forms/use-form-action.ts'
import { useLazyForm } from '../forms/use-lazy-form.ts'
import { showFailure } from '../ui/toasts.tsx'
import { messages } from '../words/sign-in.en.po'
import type { Credentials } from './form-resolvers.ts'
import { nextPathIn, replaceScreen } from './next-path.ts'
import { type SecondFactor, useSecondFactor } from './second-factor/use-second-factor.tsx'
import { redirectDelay } from './sign-up-steps.ts'
import { useIsNavigationIdle } from './use-is-navigation-idle.ts'

lingui.load('en', messages)

const loadResolver = async () => (await import('./form-resolvers.ts')).signInResolver

/** The user who has just signed in. */
export type SignInResult = Pick<OutputOf<typeof signIn>, 'personId' | 'role' | 'needsSecondFactor'>

export type SignInAction = Action<Credentials & SecondFactor, SignInResult>

/** The scope of the sign-in form's toasts: see `ToastOptions`. */
export const signInToastScope = 'sign-in'

/** Signs in on the login screen. This screen shows no data of the user, so it refetches nothing. */
export const signInOnLoginScreen: SignInAction = {
  run: (credentials) => call(signIn, credentials),
  done: () => t`Logged in successfully!`,
  failed: (error) => signInFailureToast(error, reasonUnlessWrongCredentials(error)),
  skipsRefresh: true,
}

/**
 * Returns the form for `SignInFields` (with `email` filled in, if known), its `submit`, and `step` and `isAsked` of `useSecondFactor`.
 */
export function useSignInForm(
  email: string | undefined,
  action: SignInAction,
  onDone: (result: SignInResult) => Promise<void>,
) {
  const form = useLazyForm(loadResolver, email === undefined ? undefined : { email })
  const { asking, ...secondFactor } = useSecondFactor(action, 'sign_in')
  return { form, ...secondFactor, submit: useFormAction(form, asking, { onDone, scope: signInToastScope }) }
}

/**
 * Returns a function for `onDone` of the login. After a second, it navigates to the path in `?next=`, or to the role's landing screen if
 * there is no `?next=`. If the user must set up a second factor first, it navigates to the account screen.
 */
export function useGoToLanding(): (result: SignInResult) => Promise<void> {
  const navigate = useNavigate()
  const isIdle = useIsNavigationIdle()
  return async ({ needsSecondFactor }) => {
    preloadMemberScreens()
    const [role] = await Promise.all([
      fetchRole(),
      // On failure, the next screen fetches the session.
      refetchSession().catch(() => null),
      new Promise((resolve) => setTimeout(resolve, redirectDelay)),
    ])
    if (role === undefined || !isIdle()) return
    // Reads `?next=` only now. If the user has opened a screen for members meanwhile, that screen redirected here with another `?next=`.
    const next = needsSecondFactor ? paths.account : nextPathIn(window.location.search)
    await replaceScreen(next ?? landingPaths[role], navigate)
  }
}

/** Returns the toast for a failed sign-in. If a retry can't help, because the account is suspended, the reason stands first. */
export function signInFailureToast(error: Error, reason: string | undefined) {
  const text = t`Failed to sign in. Please check your credentials and try again.`
  return isPermanentFailure(error) ? { text: failureMessage(error), reason: text } : { text, reason }
}

/** Returns why a sign-in failed; undefined if the credentials were wrong or invalid. */
export function reasonUnlessWrongCredentials(error: unknown): string | undefined {
  const isWrongCredentials =
    error instanceof CallFailed && ['wrong_credentials', 'invalid_input'].includes(error.code)
  return isWrongCredentials ? undefined : failureMessage(error)
}

/** Fetches the user's role. If there is no role, or the call fails, shows an error and resolves with undefined. */
async function fetchRole(): Promise<Role | undefined> {
  try {
    const { role } = await call(checkUserRole, { uid: 'me' })
    if (role in landingPaths) return role
    showFailure(t`User role not found`)
  } catch {
    showFailure(t`Failed to check user role`)
  }
  return undefined
}
