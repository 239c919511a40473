import { t } from '@lingui/core/macro'
import { verifyEmail } from '../../contract/account-email.ts'
import { LinkActionScreen } from './link-action-screen.tsx'

/** Screen of the link that verifies the e-mail of a new account. */
export function Component() {
  return (
    <LinkActionScreen
      title={t`Confirm your e-mail`}
      lead={t`Press the button to confirm that our e-mails reach you.`}
      button={t`Confirm e-mail`}
      endpoint={verifyEmail}
      done={t`Thank you. Your e-mail is confirmed.`}
      continueLabel={t`Continue`}
      ifSpent={t`Please sign in. If your e-mail is not confirmed yet, your dashboard says so and can send you a new link.`}
    />
  )
}
