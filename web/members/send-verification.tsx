import { t } from '@lingui/core/macro'
import { sendVerification } from '../../contract/email.ts'
import { call } from '../app/api-call.ts'
import { type Action, useAction } from '../app/use-action.ts'
import { Button } from '../ui/button.tsx'

const send: Action<{ email: string }, { sent: boolean }> = {
  run: () => call(sendVerification, {}),
  done: ({ sent }, { email }) =>
    sent
      ? t`We have sent the e-mail to ${email}.`
      : { text: t`Your e-mail is confirmed already.`, isInfo: true },
  failed: () => t`Failed to send the e-mail.`,
}

/** A button that sends the confirmation e-mail again. */
export function SendVerification({ email }: { email: string }) {
  const { mutate, isPending } = useAction(send)
  return (
    <Button variant="secondary" busy={isPending} busyText={t`Sending...`} onClick={() => mutate({ email })}>
      {t`Send the confirmation e-mail again`}
    </Button>
  )
}
