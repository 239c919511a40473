import { t } from '@lingui/core/macro'
import { type UseFormReturn, useFormState } from 'react-hook-form'
import { Checkbox } from '../ui/checkbox.tsx'
import { linkClass } from '../ui/link-class.ts'
import { PasswordField } from '../ui/password-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useForgottenPassword } from './use-forgotten-password.ts'
import type { Credentials } from './validation.ts'

/** E-mail, password, `Remember me` and `Forgot password?`. */
export function SignInFields({ form }: { form: UseFormReturn<Credentials> }) {
  const { register, getValues, setFocus, control } = form
  const { errors } = useFormState({ control })
  const reset = useForgottenPassword()

  const sendReset = () => {
    const typed = getValues('email').trim()
    if (typed === '') setFocus('email')
    reset.send(typed)
  }

  return (
    <>
      <TextField
        {...register('email')}
        label={t`E-mail`}
        error={errors.email?.message}
        type="email"
        autoComplete="username"
        required
      />
      <PasswordField
        {...register('password')}
        label={t`Password`}
        error={errors.password?.message}
        autoComplete="current-password"
        required
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox {...register('remember')} label={t`Remember me`} />
        <button
          type="button"
          className={`min-h-control rounded-control aria-disabled:opacity-60 ${linkClass}`}
          aria-disabled={reset.isSending || undefined}
          onClick={() => !reset.isSending && sendReset()}
        >
          {t`Forgot password?`}
        </button>
      </div>
    </>
  )
}
