import { t } from '@lingui/core/macro'
import { lazyDialog } from '../app/lazy-dialog.tsx'
import { DialogButton } from '../identity/account/dialog-button.tsx'
import { Section } from '../members/section.tsx'
import { HandOverSection } from './hand-over-section.tsx'
import type { PendingInvitation, TeamMember } from './member-queries.ts'
import { PendingInvitations } from './pending-invitations.tsx'

const MemberInvitationDialog = lazyDialog(
  async () => (await import('./member-invitation-dialog.tsx')).MemberInvitationDialog,
)
const DeleteMasjidDialog = lazyDialog(
  async () => (await import('./delete-masjid-dialog.tsx')).DeleteMasjidDialog,
)

interface OwnerSectionsProps {
  /** The members except the caller. */
  others: readonly TeamMember[]
  invitations: readonly PendingInvitation[]
}

/** What only owners do: invite members, hand the masjid over, and delete it. */
export function OwnerSections({ others, invitations }: OwnerSectionsProps) {
  return (
    <>
      <Section title={t`Invite a Member`}>
        <p className="mb-4 text-muted">
          {t`Each member signs in with their own email, and you choose what they may do.`}
        </p>
        <DialogButton Dialog={MemberInvitationDialog}>{t`Invite a Member`}</DialogButton>
      </Section>
      {invitations.length > 0 && <PendingInvitations invitations={invitations} />}
      {others.length > 0 && <HandOverSection others={others} />}
      <Section title={t`Delete This Masjid`}>
        <p className="mb-4 text-muted">
          {t`Deletes the masjid for all its members. Upcoming khutbahs are canceled.`}
        </p>
        <DialogButton Dialog={DeleteMasjidDialog}>{t`Delete This Masjid`}</DialogButton>
      </Section>
    </>
  )
}
