import { t } from '@lingui/core/macro'
import { verifyEmail } from '../../contract/account-email.ts'
import { LinkActionScreen } from './link-action-screen.tsx'

/** The screen for the link that verifies the email of a new account. */
export function Component() {
  return (
    <LinkActionScreen
      title={t`Confirm your email`}
      lead={t`Please confirm that our emails reach you.`}
      button={t`Confirm email`}
      endpoint={verifyEmail}
      done={t`Thank you. Your email is confirmed.`}
      continueLabel={t`Continue`}
      ifSpent={t`Please sign in. If your email is not confirmed yet, your dashboard says so and can send you a new link.`}
    />
  )
}
