import { zodResolver } from '@hookform/resolvers/zod'
import { t } from '@lingui/core/macro'
import { useForm } from 'react-hook-form'
import { Link, useLocation } from 'react-router'
import * as z from 'zod/mini'
import { email, password } from '../../contract/fields.ts'
import { paths } from '../app/paths.ts'
import { useTitle } from '../app/title.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { showFirstError } from './form-errors.ts'
import { IdentityForm } from './identity-form.tsx'
import { useForgottenPassword } from './use-forgotten-password.ts'
import { useSignIn } from './use-sign-in.ts'

const schema = z.object({ email, password, remember: z.boolean() })
type Values = z.input<typeof schema>

const state = z.object({ email: z.string() })

/** Sign-in; the role decides where it leads. */
export function Component() {
  useTitle(t`Login`)
  const signIn = useSignIn()
  const forgotten = useForgottenPassword()
  const arrivedWith = z.safeParse(state, useLocation().state)
  const {
    register,
    handleSubmit,
    getValues,
    setFocus,
    formState: { errors, isSubmitting },
  } = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { email: arrivedWith.data?.email ?? '', password: '', remember: false },
  })
  const submit = handleSubmit(signIn, showFirstError)

  const sendReset = () => {
    const typed = getValues('email').trim()
    if (typed === '') setFocus('email')
    forgotten.send(typed)
  }

  return (
    <IdentityForm
      title={t`Login`}
      lead={t`Welcome back.`}
      onSubmit={(event) => void submit(event)}
      foot={
        <>
          {t`New here?`}{' '}
          <Link
            to={paths.khateebSignup}
            className="text-accent underline underline-offset-4"
          >{t`Khateeb Sign Up`}</Link>
          {' · '}
          <Link
            to={paths.masjidSignup}
            className="text-accent underline underline-offset-4"
          >{t`Masjid Sign Up`}</Link>
        </>
      }
    >
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
          className="min-h-control rounded-control text-accent underline underline-offset-4 aria-disabled:opacity-60"
          aria-disabled={forgotten.isSending || undefined}
          onClick={() => !forgotten.isSending && sendReset()}
        >
          {t`Forgot password?`}
        </button>
      </div>
      <Button type="submit" size="large" wide busy={isSubmitting} busyText={t`Signing in...`}>
        {t`Login`}
      </Button>
    </IdentityForm>
  )
}
