import { t } from '@lingui/core/macro'
import { useNavigate } from 'react-router'
import type { OutputOf } from '../../contract/endpoint.ts'
import { signIn } from '../../contract/identity.ts'
import { joinByInvitation, type lookUpInvitation } from '../../contract/invitation-links.ts'
import { paths } from '../../contract/screen-paths.ts'
import { call } from '../app/api-call.ts'
import { refetchSession } from '../app/session.ts'
import type { Action } from '../app/use-action.ts'
import { useFormAction } from '../forms/use-form-action.ts'
import { useLazyForm } from '../forms/use-lazy-form.ts'
import { IdentityForm } from '../identity/identity-form.tsx'
import { NewPasswordFields } from '../identity/new-password-fields.tsx'
import { useIsNavigationIdle } from '../identity/use-is-navigation-idle.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { InvitationSummary } from './invitation-summary.tsx'

const loadResolver = async () => (await import('./form-resolvers.ts')).joinResolver

interface JoinFormProps {
  title: string
  token: string
  invitation: OutputOf<typeof lookUpInvitation>
  /** Looks the invitation up again. Called when the acceptance is refused, because the invitation may be void now. */
  reload: () => void
}

/** For an invited person without an account. */
export function JoinForm({ title, token, invitation, reload }: JoinFormProps) {
  const navigate = useNavigate()
  const isIdle = useIsNavigationIdle()
  const form = useLazyForm(loadResolver)
  const { email } = invitation
  const action: Action<{ name: string; password: string }> = {
    run: async ({ name, password }) => {
      await call(joinByInvitation, { token, name, password })
      // If signing in fails, the next screen asks the user to sign in.
      await call(signIn, { email, password }).catch(() => undefined)
    },
    done: () => t`Welcome! You are now a member.`,
    failed: () => t`Failed to accept the invitation.`,
    skipsRefresh: true,
  }
  const submit = useFormAction(form, action, {
    onDone: async () => {
      await refetchSession().catch(() => null)
      // A user who has left this screen stays where they are.
      if (isIdle()) await navigate(paths.masjidLanding, { replace: true })
    },
    onRefused: reload,
  })
  return (
    <IdentityForm title={title} onSubmit={submit}>
      <div className="text-lg">
        <InvitationSummary invitation={invitation} />
      </div>
      <p className="wrap-anywhere">{t`To accept it, create an account for ${email}.`}</p>
      {/* Password managers need a username field. */}
      <input type="text" autoComplete="username" hidden readOnly value={email} />
      <TextField
        {...form.field('name')}
        label={t`Your name`}
        hint={t`The other members of the masjid see it.`}
        autoComplete="name"
        required
      />
      <NewPasswordFields password={form.field('password')} repeated={form.field('repeatedPassword')} />
      <Button type="submit" size="large" wide busy={form.isSubmitting} busyText={t`Creating...`}>
        {t`Accept and create account`}
      </Button>
    </IdentityForm>
  )
}
