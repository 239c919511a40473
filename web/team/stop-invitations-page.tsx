import { t } from '@lingui/core/macro'
import { stopInvitations } from '../../contract/invitation-links.ts'
import { LinkActionScreen } from '../identity/link-action-screen.tsx'

/** The screen on which the recipient of an invitation stops all invitations to their address. */
export function Component() {
  return (
    <LinkActionScreen
      title={t`Don’t email me again`}
      lead={
        <>
          <p>{t`Masjids invite people by email to help with their khutbahs. You can stop these emails.`}</p>
          <p className="mt-3 text-base text-muted">{t`Then no masjid can send an invitation to your address any more.`}</p>
        </>
      }
      button={t`Stop these emails`}
      endpoint={stopInvitations}
      done={t`You’ll get no more invitations.`}
      doneDetail={t`We don’t keep your address, only a code that lets us recognize it.`}
      continueLabel={t`Continue`}
      ifSpent={t`The link is older than a year. Use the link in a newer email.`}
    />
  )
}
