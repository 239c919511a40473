import { t } from '@lingui/core/macro'
import type { MasjidRecord } from '../directory/record-queries.ts'
import { KhateebLink } from '../members/name-link.tsx'
import type { ShowMoreProps } from '../ui/show-more.tsx'
import { approveRequest, rejectRequest, revokeInvite } from './actions.ts'
import { ApproveNotes } from './decision-notes.tsx'
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
      kind="received"
      proposals={masjid.requests}
      count={masjid.requestCount}
      more={more}
      hint={t`When a khateeb asks for one of your slots, you answer here.`}
      renderName={({ requesterId, requesterName, slotId }) => (
        <KhateebLink uid={requesterId} slotId={slotId}>
          {requesterName}
        </KhateebLink>
      )}
      renderNotes={(request) => <ApproveNotes {...request} />}
      actions={[
        { action: approveRequest, label: t`Approve`, variant: 'soft' },
        { action: rejectRequest, label: t`Reject` },
      ]}
    />
  )
}

/** The masjid's pending invites to khateebs. */
export function SentInvites({ masjid, more }: ProposalsProps) {
  return (
    <ProposalSection
      title={t`Sent Requests`}
      kind="sent"
      proposals={masjid.sentInvites}
      count={masjid.sentInviteCount}
      more={more}
      hint={t`Your invites are listed here until the khateebs answer.`}
      renderName={({ khateebUid, khateebName, slotId }) => (
        <KhateebLink uid={khateebUid} slotId={slotId}>
          {khateebName}
        </KhateebLink>
      )}
      actions={[{ action: revokeInvite, label: t`Revoke` }]}
    />
  )
}
