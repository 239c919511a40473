import { t } from '@lingui/core/macro'
import { PlaceLine } from '../directory/place-line.tsx'
import type { KhateebRecord } from '../directory/record-queries.ts'
import { MasjidLink } from '../members/name-link.tsx'
import type { ShowMoreProps } from '../ui/show-more.tsx'
import { acceptInvite, rejectInvite, revokeSentRequest } from './actions.ts'
import { AcceptNotes } from './decision-notes.tsx'
import { ProposalSection } from './proposal-section.tsx'
import { SlotWords } from './slot-words.tsx'

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
      kind="received"
      proposals={khateeb.invites}
      count={khateeb.inviteCount}
      more={more}
      hint={t`When a masjid invites you, you answer here.`}
      renderName={({ masjidUid, masjidName }) => <MasjidLink uid={masjidUid}>{masjidName}</MasjidLink>}
      renderPlace={({ city, distance }) => <PlaceLine place={city} distance={distance} />}
      renderNotes={(invite) => (
        <>
          <SlotWords language={invite.language} note={invite.note} />
          <AcceptNotes {...invite} />
        </>
      )}
      actions={[
        { action: acceptInvite, label: t`Accept`, variant: 'soft' },
        { action: rejectInvite, label: t`Reject` },
      ]}
    />
  )
}

/** The khateeb's pending requests to masjids. */
export function SentRequests({ khateeb, more }: ProposalsProps) {
  return (
    <ProposalSection
      title={t`Sent Requests to Masjids`}
      kind="sent"
      proposals={khateeb.sentRequests}
      count={khateeb.sentRequestCount}
      more={more}
      hint={t`Your requests are listed here until the masjids answer.`}
      renderName={({ masjidUid, masjidName }) => <MasjidLink uid={masjidUid}>{masjidName}</MasjidLink>}
      actions={[{ action: revokeSentRequest, label: t`Revoke` }]}
    />
  )
}
