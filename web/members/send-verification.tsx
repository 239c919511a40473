import { t } from '@lingui/core/macro'
import { useMutation } from '@tanstack/react-query'
import { sendVerification } from '../../contract/email.ts'
import { call } from '../app/call.ts'
import { reasonOf } from '../app/sentences.ts'
import { Button } from '../ui/button.tsx'
import { showFailure, showInfo, showSuccess } from '../ui/toasts.tsx'
import { refreshScreen } from './refresh-screen.ts'

/** Sends the e-mail with the link that confirms the caller's address again. */
export function SendVerification({ email }: { email: string }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(sendVerification, {}),
    onSuccess: ({ sent }) => {
      if (sent) showSuccess(t`We have sent the e-mail to ${email}.`)
      else showInfo(t`Your e-mail is confirmed already.`)
      return refreshScreen()
    },
    onError: (error) => showFailure(t`Failed to send the e-mail.`, { reason: reasonOf(error) }),
  })
  return (
    <Button variant="secondary" busy={isPending} busyText={t`Sending...`} onClick={() => mutate()}>
      {t`Send the confirmation e-mail again`}
    </Button>
  )
}
