import { zodResolver } from '@hookform/resolvers/zod'
import { t } from '@lingui/core/macro'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { password } from '../../contract/fields.ts'
import { resetPassword } from '../../contract/identity.ts'
import { call } from '../app/call.ts'
import { LinkButton } from '../app/link-button.tsx'
import { paths } from '../app/paths.ts'
import { sentenceOf } from '../app/sentences.ts'
import { forgetSession } from '../app/session.ts'
import { useTitle } from '../app/title.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { showFailure, showSuccess } from '../ui/toasts.tsx'
import { showFieldErrors, showFirstError } from './form-errors.ts'
import { IdentityForm } from './identity-form.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { passwordsMatch } from './passwords-match.ts'
import { useLinkToken } from './use-link-token.ts'

const schema = z.object({ password, repeatedPassword: z.string() }).check(passwordsMatch)
type Values = z.input<typeof schema>

/** Where the link in a reset letter leads: the page sends its token only with the new password, so that nothing that merely follows links spends it. */
export function Component() {
  useTitle(t`New password`)
  const token = useLinkToken()
  return token === undefined ? <NoToken /> : <NewPassword token={token} />
}

function NewPassword({ token }: { token: string }) {
  const navigate = useNavigate()
  const {
    register,
    handleSubmit,
    setError,
    formState: { errors, isSubmitting },
  } = useForm<Values>({ resolver: zodResolver(schema) })

  const submit = handleSubmit(async (values) => {
    try {
      await call(resetPassword, { token, password: values.password })
    } catch (error) {
      showFailure(showFieldErrors(error, ['password'], setError) ?? sentenceOf(error))
      return
    }
    forgetSession()
    showSuccess(t`Your password is changed. Please sign in with the new one.`)
    await navigate(paths.login, { replace: true })
  }, showFirstError)

  return (
    <IdentityForm
      title={t`Choose a new password`}
      lead={t`You will be signed out everywhere, and sign in with the new one.`}
      onSubmit={(event) => void submit(event)}
    >
      <NewPasswordFields
        password={register('password')}
        repeated={register('repeatedPassword')}
        passwordError={errors.password?.message}
        repeatedError={errors.repeatedPassword?.message}
      />
      <Button type="submit" size="large" wide busy={isSubmitting} busyText={t`Saving...`}>
        {t`Save password`}
      </Button>
    </IdentityForm>
  )
}

function NoToken() {
  return (
    <div className="mx-auto w-full max-w-form">
      <PageHeader title={t`Choose a new password`} />
      <Notice
        tone="warning"
        title={t`The link is incomplete.`}
        action={<LinkButton to={paths.login} variant="secondary">{t`Back to login`}</LinkButton>}
      >
        {t`Please open it again from the letter, or ask for a new letter.`}
      </Notice>
    </div>
  )
}
