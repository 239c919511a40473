import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { resetPassword } from '../../contract/identity.ts'
import { paths } from '../../contract/screen-paths.ts'
import { call } from '../app/api-call.ts'
import { failureMessage } from '../app/failure-message.ts'
import { useTitle } from '../app/title.ts'
import type { Action } from '../app/use-action.ts'
import { useFormAction } from '../forms/use-form-action.ts'
import { useLazyForm } from '../forms/use-lazy-form.ts'
import { Button } from '../ui/button.tsx'
import { IdentityForm } from './identity-form.tsx'
import { isLinkSpent, SpentLinkScreen } from './letter-link-notices.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { RequireLinkToken } from './require-link-token.tsx'
import { useIsNavigationIdle } from './use-is-navigation-idle.ts'

const loadResolver = async () => (await import('./form-resolvers.ts')).newPasswordResolver

/**
 * The screen for the link that resets a password. Sends the link's token only with the new password, because mail scanners and link
 * previews also follow links.
 */
export function Component() {
  useTitle(t`New password`)
  const [spent, setSpent] = useState<string>()
  const title = t`Choose a new password`
  return (
    <RequireLinkToken
      title={title}
      ifIncomplete={t`Please open it again from the email, or ask for a new one.`}
    >
      {(token) =>
        token === spent ? (
          <SpentLinkScreen title={title}>
            {t`If you have just chosen a new password, sign in with it. Otherwise ask for a new link: enter your email on the login screen and choose “Forgot password?”.`}
          </SpentLinkScreen>
        ) : (
          <NewPassword title={title} token={token} onSpent={() => setSpent(token)} />
        )
      }
    </RequireLinkToken>
  )
}

interface NewPasswordProps {
  title: string
  token: string
  /** Called if the link was already used or has expired. */
  onSpent: () => void
}

function NewPassword({ title, token, onSpent }: NewPasswordProps) {
  const navigate = useNavigate()
  const isIdle = useIsNavigationIdle()
  const form = useLazyForm(loadResolver)
  const { field, isSubmitting } = form
  const action: Action<{ password: string }> = {
    run: ({ password }) => call(resetPassword, { token, password }),
    done: () => t`Your password is changed. Please sign in with the new one.`,
    failed: (error, fieldError) =>
      isLinkSpent(error) ? undefined : { text: fieldError ?? failureMessage(error), reason: undefined },
    endsSession: 'perhaps',
  }
  const submit = useFormAction(form, action, {
    onDone: () => isIdle() && navigate(paths.login, { replace: true }),
    onRefused: onSpent,
  })

  return (
    <IdentityForm
      title={title}
      lead={t`You will be signed out everywhere. Then sign in with the new password.`}
      onSubmit={submit}
    >
      {/* Password managers need a username field. It is empty, because the link doesn't reveal the email. */}
      <input type="text" autoComplete="username" hidden readOnly value="" />
      <NewPasswordFields password={field('password')} repeated={field('repeatedPassword')} />
      <Button type="submit" size="large" wide busy={isSubmitting} busyText={t`Saving...`}>
        {t`Save password`}
      </Button>
    </IdentityForm>
  )
}
