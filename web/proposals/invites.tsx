import { t } from '@lingui/core/macro'
import { ActionButton } from './action-button.tsx'
import { acceptInvite, rejectInvite } from './actions.ts'
import { MasjidLink } from './name-link.tsx'
import { ProposalRows } from './proposal-rows.tsx'
import type { Invite } from './records.ts'
import { Section } from './section.tsx'

interface InvitesProps {
  id: string
  invites: readonly Invite[]
}

/** The invites that wait for the khateeb's answer. */
export function Invites({ id, invites }: InvitesProps) {
  return (
    <Section id={id} title={t`Pending Requests to Give Khutbah`}>
      <ProposalRows
        proposals={invites}
        empty={t`No pending requests`}
        who={({ masjidUid, masjidName }) => <MasjidLink uid={masjidUid}>{masjidName}</MasjidLink>}
        actions={(invite, describedBy) => (
          <>
            <ActionButton action={acceptInvite} given={invite} describedBy={describedBy} variant="primary">
              {t`Accept`}
            </ActionButton>
            <ActionButton action={rejectInvite} given={invite} describedBy={describedBy}>
              {t`Reject`}
            </ActionButton>
          </>
        )}
      />
    </Section>
  )
}
