import { t } from '@lingui/core/macro'
import { Inbox, Send } from 'lucide-react'
import type { MasjidRecord } from '../directory/record-queries.ts'
import { ActionButton } from '../members/action-button.tsx'
import { KhateebLink } from '../members/name-link.tsx'
import type { ShowMoreProps } from '../ui/show-more.tsx'
import { approveRequest, rejectRequest, revokeInvite } from './actions.ts'
import { ProposalSection } from './proposal-section.tsx'

interface ProposalsProps {
  masjid: MasjidRecord
  more: ShowMoreProps
}

/** The masjid's pending requests from khateebs. */
export function Requests({ id, masjid, more }: ProposalsProps & { id: string }) {
  return (
    <ProposalSection
      id={id}
      title={t`Pending Requests`}
      proposals={masjid.requests}
      count={masjid.requestCount}
      more={more}
      empty={{
        icon: Inbox,
        title: t`No pending requests`,
        hint: t`When a khateeb asks for one of your slots, you answer here.`,
      }}
      renderName={({ requesterId, requesterName }) => (
        <KhateebLink uid={requesterId}>{requesterName}</KhateebLink>
      )}
      renderActions={(request, describedBy) => (
        <>
          <ActionButton action={approveRequest} given={request} describedBy={describedBy} variant="soft">
            {t`Approve`}
          </ActionButton>
          <ActionButton action={rejectRequest} given={request} describedBy={describedBy}>
            {t`Reject`}
          </ActionButton>
        </>
      )}
    />
  )
}

/** The masjid's pending invites to khateebs. */
export function SentInvites({ masjid, more }: ProposalsProps) {
  return (
    <ProposalSection
      title={t`Sent Requests`}
      proposals={masjid.sentInvites}
      count={masjid.sentInviteCount}
      more={more}
      empty={{
        icon: Send,
        title: t`No sent requests`,
        hint: t`Your invites to khateebs are listed here until they answer.`,
      }}
      renderName={({ khateebUid, khateebName }) => <KhateebLink uid={khateebUid}>{khateebName}</KhateebLink>}
      renderActions={(invite, describedBy) => (
        <ActionButton action={revokeInvite} given={invite} describedBy={describedBy}>
          {t`Revoke`}
        </ActionButton>
      )}
    />
  )
}
