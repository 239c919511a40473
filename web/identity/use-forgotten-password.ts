import { t } from '@lingui/core/macro'
import { sendPasswordReset } from '../../contract/identity.ts'
import { call } from '../app/api-call.ts'
import { type Action, useAction } from '../app/use-action.ts'
import { showFailure } from '../ui/toasts.tsx'

const sendLink: Action<string> = {
  run: (email) => call(sendPasswordReset, { email }),
  done: () => t`Password reset email sent! Check your inbox.`,
  failed: () => ({ text: t`Failed to send password reset email.` }),
  changesNothing: true,
}

/** Sends a password reset letter to the e-mail typed into the sign-in form. */
export function useForgottenPassword() {
  const { mutate, isPending } = useAction(sendLink)
  return {
    isSending: isPending,
    send: (email: string) =>
      email === '' ? showFailure(t`Please enter your email address first.`) : mutate(email),
  }
}
