import { t } from '@lingui/core/macro'
import { Inbox, Send } from 'lucide-react'
import type { KhateebRecord } from '../directory/record-queries.ts'
import { ActionButton } from '../members/action-button.tsx'
import { MasjidLink } from '../members/name-link.tsx'
import type { ShowMoreProps } from '../ui/show-more.tsx'
import { acceptInvite, rejectInvite, revokeSentRequest } from './actions.ts'
import { ProposalSection } from './proposal-section.tsx'

interface ProposalsProps {
  khateeb: KhateebRecord
  more: ShowMoreProps
}

/** The khateeb's pending invites. */
export function Invites({ id, khateeb, more }: ProposalsProps & { id: string }) {
  return (
    <ProposalSection
      id={id}
      title={t`Pending Requests to Give Khutbah`}
      proposals={khateeb.invites}
      count={khateeb.inviteCount}
      more={more}
      empty={{
        icon: Inbox,
        title: t`No pending requests`,
        hint: t`When a masjid invites you, you answer here.`,
      }}
      renderName={({ masjidUid, masjidName }) => <MasjidLink uid={masjidUid}>{masjidName}</MasjidLink>}
      renderActions={(invite, describedBy) => (
        <>
          <ActionButton action={acceptInvite} given={invite} describedBy={describedBy} variant="soft">
            {t`Accept`}
          </ActionButton>
          <ActionButton action={rejectInvite} given={invite} describedBy={describedBy}>
            {t`Reject`}
          </ActionButton>
        </>
      )}
    />
  )
}

/** The khateeb's pending requests to masjids. */
export function SentRequests({ khateeb, more }: ProposalsProps) {
  return (
    <ProposalSection
      title={t`Sent Requests to Masjids`}
      proposals={khateeb.sentRequests}
      count={khateeb.sentRequestCount}
      more={more}
      empty={{
        icon: Send,
        title: t`No sent requests`,
        hint: t`Your requests to masjids are listed here until they answer.`,
      }}
      renderName={({ masjidUid, masjidName }) => <MasjidLink uid={masjidUid}>{masjidName}</MasjidLink>}
      renderActions={(request, describedBy) => (
        <ActionButton action={revokeSentRequest} given={request} describedBy={describedBy}>
          {t`Revoke`}
        </ActionButton>
      )}
    />
  )
}
