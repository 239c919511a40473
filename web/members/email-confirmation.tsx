import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { sendVerification } from '../../contract/account-email.ts'
import { CallFailed } from '../../contract/client.ts'
import { call } from '../app/api-call.ts'
import { failureMessage } from '../app/failure-message.ts'
import { useSession } from '../app/session.ts'
import { type Action, useAction } from '../app/use-action.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { UserText } from '../ui/user-text.tsx'

const send: Action<{ email: string }, { sent: boolean }> = {
  run: () => call(sendVerification, {}),
  done: ({ sent }, { email }) =>
    sent
      ? t`We have sent the email to ${email}.`
      : { text: t`Your email is confirmed already.`, isInfo: true },
  failed: () => t`Failed to send the email.`,
}

/** A button that sends the confirmation email again. */
export function SendVerification({ email }: { email: string }) {
  const { mutate, isPending } = useAction(send)
  return (
    <Button variant="secondary" busy={isPending} busyText={t`Sending...`} onClick={() => mutate({ email })}>
      {t`Send Email Again`}
    </Button>
  )
}

/** Shown on the user's dashboard while their email is unconfirmed. */
export function UnverifiedNotice({ email }: { email: string }) {
  return (
    <div className="mb-6">
      <Notice title={t`Please confirm your email`} action={<SendVerification email={email} />}>
        <Trans>
          Follow the link in the email to <UserText className="wrap-anywhere" text={email} />. Until then,
          emails, invites and requests are limited.
        </Trans>
      </Notice>
    </div>
  )
}

/** The failures of a call that needs a confirmed email, or that reached the lower limit for an unconfirmed email. */
const unconfirmedEmailFailures: readonly CallFailed['code'][] = ['email_not_confirmed', 'email_unconfirmed']

/**
 * A notice for a proposal or an invitation that was refused because the user's email is unconfirmed. It can send the confirmation email
 * again. Renders nothing for other errors.
 */
export function ConfirmEmailNotice({ error }: { error: Error | null }) {
  const { email } = useSession()
  if (!(error instanceof CallFailed) || !unconfirmedEmailFailures.includes(error.code)) return null
  return (
    <Notice tone="warning" title={t`Please confirm your email`} action={<SendVerification email={email} />}>
      {failureMessage(error)}
    </Notice>
  )
}
