import { t } from '@lingui/core/macro'
import { stopInvitations } from '../../contract/members.ts'
import { LinkActionScreen } from '../identity/link-action-screen.tsx'

/** Screen of the link in an invitation with which its reader gets no more invitations. */
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
      done={t`You get no more invitations.`}
      doneDetail={t`We keep only a code that tells us your address again, not the address.`}
      continueLabel={t`Continue`}
      ifSpent={t`The link is older than a month, or the masjid was deleted. Use the link in a newer email.`}
    />
  )
}
