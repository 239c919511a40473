import { t } from '@lingui/core/macro'
import { sendPasswordReset } from '../../contract/identity.ts'
import { call } from '../app/api-call.ts'
import { lingui } from '../app/i18n.ts'
import { type Action, useAction } from '../app/use-action.ts'
import { fieldErrorsOf, showFieldErrors } from '../forms/form-errors.ts'
import type { LazyForm } from '../forms/use-lazy-form.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { linkClass } from '../ui/link-class.ts'
import { PasswordField } from '../ui/password-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { showFailure } from '../ui/toasts.tsx'
import { messages } from '../words/sign-in.en.po'
import type { Credentials } from './form-resolvers.ts'
import { signInToastScope } from './use-sign-in.ts'

lingui.load('en', messages)

type SignInForm = LazyForm<Credentials, Credentials>

/** The fields for email and password, `Remember me` and `Forgot password?`. */
export function SignInFields({ form }: { form: SignInForm }) {
  const { field } = form
  return (
    <>
      <TextField {...field('email')} label={t`Email`} type="email" autoComplete="username" required />
      <PasswordField {...field('password')} label={t`Password`} />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox {...form.register('remember')} label={t`Remember me`} />
        <ForgotPassword form={form} />
      </div>
    </>
  )
}

/** Sends a password reset letter. The server's response doesn't reveal whether the email belongs to an account. */
const sendPasswordResetLink: Action<string> = {
  run: (email) => call(sendPasswordReset, { email }),
  done: () => t`Password reset email sent! Check your inbox.`,
  scope: () => signInToastScope,
  skipsRefresh: true,
}

/** A button that sends a password reset letter to the email in the form. */
function ForgotPassword({ form }: { form: SignInForm }) {
  const failed = (error: Error) => {
    const text = t`Failed to send password reset email.`
    // If the form shows the reason at a field, the toast has no second line with the reason.
    return showFieldErrors(form, fieldErrorsOf(error)) === undefined ? text : { text, reason: undefined }
  }
  const { mutate, isPending } = useAction({ ...sendPasswordResetLink, failed })
  const send = () => {
    const email = form.getValues('email').trim()
    form.clearErrors('email')
    if (email !== '') return mutate(email)
    const text = t`Please enter your email address first.`
    showFieldErrors(form, { email: text })
    return showFailure(text, { scope: signInToastScope })
  }
  return (
    <button
      type="button"
      className={`min-h-control rounded-control aria-disabled:opacity-60 ${linkClass}`}
      aria-disabled={isPending || undefined}
      onClick={() => !isPending && send()}
    >
      {t`Forgot password?`}
    </button>
  )
}
