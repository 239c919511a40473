import { t } from '@lingui/core/macro'
import { useLocation } from 'react-router'
import { paths } from '../../contract/screen-paths.ts'
import { useTitle } from '../app/title.ts'
import { Button } from '../ui/button.tsx'
import { EndedSessionNotice } from './ended-session-notice.tsx'
import { FootLink, IdentityForm } from './identity-form.tsx'
import { PasskeySignIn, signInOnLoginScreenByPasskey } from './passkey-sign-in.tsx'
import { SignInFields } from './sign-in-fields.tsx'
import { SignedOutOnly } from './signed-out-only.tsx'
import { UnsavedTextNotice } from './unsaved-text-notice.tsx'
import { signInOnLoginScreen, useGoToLanding, useSignInForm } from './use-sign-in.ts'

export function Component() {
  useTitle(t`Login`)
  const email = emailIn(useLocation().state)
  const goToLanding = useGoToLanding()
  const { form, step, isAsked, submit } = useSignInForm(email, signInOnLoginScreen, goToLanding)

  return (
    <SignedOutOnly>
      <EndedSessionNotice />
      <UnsavedTextNotice />
      <IdentityForm
        title={t`Login`}
        lead={t`Welcome back. Sign in to continue.`}
        onSubmit={submit}
        foot={
          <>
            {t`New here?`} <FootLink to={paths.khateebSignup}>{t`Khateeb Sign Up`}</FootLink>
            {' · '}
            <FootLink to={paths.masjidSignup}>{t`Masjid Sign Up`}</FootLink>
          </>
        }
      >
        <SignInFields form={form} />
        {step}
        <Button type="submit" size="large" wide busy={form.isSubmitting} busyText={t`Signing in...`}>
          {t`Login`}
        </Button>
        {!isAsked && (
          <PasskeySignIn
            action={signInOnLoginScreenByPasskey}
            isRemembered={() => form.getValues('remember')}
            onDone={goToLanding}
          />
        )}
      </IdentityForm>
    </SignedOutOnly>
  )
}

/**
 * Returns the email in the history state; undefined if there is none. Checks the type of the state, because an older release may have
 * stored a different state.
 */
function emailIn(state: unknown): string | undefined {
  const hasEmail = typeof state === 'object' && state !== null && 'email' in state
  return hasEmail && typeof state.email === 'string' ? state.email : undefined
}
