import { t } from '@lingui/core/macro'
import { Inbox } from 'lucide-react'
import type { MasjidRecord } from '../directory/record-queries.ts'
import { ActionButton } from '../members/action-button.tsx'
import { KhateebLink } from '../members/name-link.tsx'
import { Section } from '../members/section.tsx'
import type { ShowMoreProps } from '../ui/show-more.tsx'
import { approveRequest, rejectRequest } from './actions.ts'
import { describedByIds, ProposalRow, ProposalRows } from './proposal-rows.tsx'

interface RequestsProps {
  id: string
  masjid: Pick<MasjidRecord, 'requests' | 'requestCount'>
  more: ShowMoreProps
}

/** The masjid's pending requests from khateebs. */
export function Requests({ id, masjid, more }: RequestsProps) {
  return (
    <Section id={id} title={t`Pending Requests`}>
      <ProposalRows
        proposals={masjid.requests}
        count={masjid.requestCount}
        more={more}
        empty={{
          icon: Inbox,
          title: t`No pending requests`,
          hint: t`When a khateeb asks for one of your slots, you answer here.`,
        }}
      >
        {(request, id) => (
          <ProposalRow
            id={id}
            proposal={request}
            who={<KhateebLink uid={request.requesterId}>{request.requesterName}</KhateebLink>}
            actions={
              <>
                <ActionButton
                  action={approveRequest}
                  given={request}
                  describedBy={describedByIds(id)}
                  variant="soft"
                >
                  {t`Approve`}
                </ActionButton>
                <ActionButton action={rejectRequest} given={request} describedBy={describedByIds(id)}>
                  {t`Reject`}
                </ActionButton>
              </>
            }
          />
        )}
      </ProposalRows>
    </Section>
  )
}
