import { t } from '@lingui/core/macro'
import { useMutation } from '@tanstack/react-query'
import { sendPasswordReset } from '../../contract/identity.ts'
import { call } from '../app/call.ts'
import { showFailure, showSuccess } from '../ui/toasts.tsx'

/** Sends a letter with a link to choose a new password, to whatever e-mail is typed already. */
export function useForgottenPassword() {
  const { mutate, isPending } = useMutation({
    mutationFn: (email: string) => call(sendPasswordReset, { email }),
    onSuccess: () => showSuccess(t`Password reset email sent! Check your inbox.`),
    onError: () => showFailure(t`Failed to send password reset email.`),
  })
  return {
    isSending: isPending,
    send: (email: string) =>
      email === '' ? showFailure(t`Please enter your email address first.`) : mutate(email),
  }
}
