import { t } from '@lingui/core/macro'
import { useNavigate } from 'react-router'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import { signIn } from '../../contract/identity.ts'
import { joinAsKhateeb, type lookUpInvitation } from '../../contract/invitation-links.ts'
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
import { InvitationSummary } from './invitation-summary.tsx'
import { KhateebFields } from './khateeb-fields.tsx'

const loadResolver = async () => (await import('./form-resolvers.ts')).joinAsKhateebResolver

type Profile = Omit<InputOf<typeof joinAsKhateeb>, 'token' | 'password' | 'seenStart'>

interface JoinAsKhateebFormProps {
  title: string
  token: string
  invitation: OutputOf<typeof lookUpInvitation>
  /** Looks the invitation up again. Called when the acceptance is refused, because the invitation may be void now. */
  reload: () => void
}

/** For an invited khateeb without an account. */
export function JoinAsKhateebForm({ title, token, invitation, reload }: JoinAsKhateebFormProps) {
  const navigate = useNavigate()
  const isIdle = useIsNavigationIdle()
  const form = useLazyForm(loadResolver)
  const { email } = invitation
  const action: Action<Profile & { password: string; repeatedPassword: string }> = {
    run: async ({ repeatedPassword: _, ...account }) => {
      await call(joinAsKhateeb, { token, ...account })
      // If signing in fails, the next screen asks the user to sign in.
      await call(signIn, { email, password: account.password }).catch(() => undefined)
    },
    done: () => t`Welcome! The masjid now knows that you are on Minbar.`,
    failed: () => t`Failed to accept the invitation.`,
    skipsRefresh: true,
  }
  const submit = useFormAction(form, action, {
    onDone: async () => {
      await refetchSession().catch(() => null)
      if (isIdle()) await navigate(paths.dashboard, { replace: true })
    },
    onRefused: reload,
  })
  const { field } = form
  return (
    <IdentityForm title={title} onSubmit={submit}>
      <div className="text-lg">
        <InvitationSummary invitation={invitation} />
      </div>
      <p className="wrap-anywhere">{t`To accept it, create an account for ${email}.`}</p>
      <input type="text" autoComplete="username" hidden readOnly value={email} />
      <KhateebFields form={form} />
      <NewPasswordFields password={field('password')} repeated={field('repeatedPassword')} />
      <Button type="submit" size="large" wide busy={form.isSubmitting} busyText={t`Creating...`}>
        {t`Accept and create account`}
      </Button>
    </IdentityForm>
  )
}
