import { t } from '@lingui/core/macro'
import { withActingParty } from '../../contract/acting-party.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { acceptInvitation, type lookUpInvitation } from '../../contract/invitation-links.ts'
import { paths } from '../../contract/screen-paths.ts'
import { call } from '../app/api-call.ts'
import { type Action, useAction } from '../app/use-action.ts'
import { IdentityForm } from '../identity/identity-form.tsx'
import { LinkResult } from '../identity/letter-link-notices.tsx'
import { Button } from '../ui/button.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { InvitationSummary } from './invitation-summary.tsx'

interface AcceptFormProps {
  title: string
  token: string
  invitation: OutputOf<typeof lookUpInvitation>
  /** Looks the invitation up again. Called when the acceptance is refused, because the invitation may be void now. */
  reload: () => void
}

const acceptance: Action<string, OutputOf<typeof acceptInvitation>> = {
  run: (token) => call(acceptInvitation, { token }),
  failed: () => t`Failed to accept the invitation.`,
  skipsRefresh: true,
}

/** For an invited person who is signed in: the invitation, and a button that accepts it. */
export function AcceptForm({ title, token, invitation, reload }: AcceptFormProps) {
  const { mutate, isPending, data } = useAction(acceptance, { onRefused: reload })
  if (data !== undefined) return <JoinResult title={title} invitation={invitation} uid={data.uid} />
  return (
    <IdentityForm
      title={title}
      onSubmit={(event) => {
        event.preventDefault()
        mutate(token)
      }}
    >
      <div className="text-lg">
        <InvitationSummary invitation={invitation} />
      </div>
      <Button type="submit" size="large" wide busy={isPending}>
        {t`Accept the invitation`}
      </Button>
    </IdentityForm>
  )
}

interface JoinResultProps extends Omit<AcceptFormProps, 'token' | 'reload'> {
  /** The uid of the masjid, or of the khateeb who accepted. */
  uid: string
}

/**
 * Links to the party's landing screen. The link loads a new document, because the cached session of a new member doesn't list the masjid.
 */
function JoinResult({ title, invitation: { masjidName, invitedAs }, uid }: JoinResultProps) {
  const isForKhateeb = invitedAs === 'khateeb'
  return (
    <LinkResult
      title={title}
      result={
        isForKhateeb
          ? t`${masjidName} now knows that you are on Minbar.`
          : t`You are now a member of ${masjidName}.`
      }
      tone="success"
      action={
        <a
          href={withActingParty(isForKhateeb ? paths.dashboard : paths.masjidLanding, uid)}
          className={buttonClass({})}
        >
          {t`Continue`}
        </a>
      }
    />
  )
}
