import { t } from '@lingui/core/macro'
import { useNavigate } from 'react-router'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import { signIn } from '../../contract/identity.ts'
import { joinAsKhateeb, type lookUpInvitation } from '../../contract/members.ts'
import { paths } from '../../contract/screen-paths.ts'
import { call } from '../app/api-call.ts'
import { refetchSession } from '../app/session.ts'
import type { Action } from '../app/use-action.ts'
import { FieldPair } from '../forms/field-pair.tsx'
import { PhoneField } from '../forms/phone-field.tsx'
import { useFormAction } from '../forms/use-form-action.ts'
import { useLazyForm } from '../forms/use-lazy-form.ts'
import { IdentityForm } from '../identity/identity-form.tsx'
import { NewPasswordFields } from '../identity/new-password-fields.tsx'
import { PlaceFields } from '../places/place-fields.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { InvitationSummary } from './invitation-summary.tsx'

const loadResolver = async () => (await import('./form-resolvers.ts')).joinAsKhateebResolver

interface JoinAsKhateebFormProps {
  title: string
  token: string
  invitation: OutputOf<typeof lookUpInvitation>
}

/** For an invited khateeb without an account. */
export function JoinAsKhateebForm({ title, token, invitation }: JoinAsKhateebFormProps) {
  const navigate = useNavigate()
  const form = useLazyForm(loadResolver)
  const { email } = invitation
  const action: Action<Omit<InputOf<typeof joinAsKhateeb>, 'token'> & { repeatedPassword: string }> = {
    run: async ({ repeatedPassword: _, ...account }) => {
      await call(joinAsKhateeb, { token, ...account })
      // If that fails, the next screen asks to sign in.
      await call(signIn, { email, password: account.password }).catch(() => undefined)
    },
    done: () => t`Welcome! The masjid now knows that you are on Minbar.`,
    failed: () => t`Failed to accept the invitation.`,
    changesNothing: true,
  }
  const submit = useFormAction(form, action, {
    onDone: async () => {
      await refetchSession().catch(() => null)
      await navigate(paths.dashboard, { replace: true })
    },
  })
  const { field } = form
  return (
    <IdentityForm title={title} onSubmit={submit}>
      <div className="text-lg">
        <InvitationSummary invitation={invitation} />
      </div>
      <p className="wrap-anywhere">{t`To accept it, create an account for ${email}.`}</p>
      <input type="text" autoComplete="username" hidden readOnly value={email} />
      <FieldPair>
        <TextField {...field('firstName')} label={t`First name`} autoComplete="given-name" required />
        <TextField {...field('lastName')} label={t`Last name`} autoComplete="family-name" required />
      </FieldPair>
      <PhoneField {...field('phone')} hint={t`We show it only to masjids that need to reach you.`} />
      <PlaceFields zip={field('zipCode')} form={form} />
      <NewPasswordFields password={field('password')} repeated={field('repeatedPassword')} />
      <Button type="submit" size="large" wide busy={form.isSubmitting} busyText={t`Creating...`}>
        {t`Accept and create account`}
      </Button>
    </IdentityForm>
  )
}
