import { t } from '@lingui/core/macro'
import { Send } from 'lucide-react'
import type { KhateebRecord } from '../directory/record-queries.ts'
import { ActionButton } from '../members/action-button.tsx'
import { MasjidLink } from '../members/name-link.tsx'
import { Section } from '../members/section.tsx'
import type { ShowMoreProps } from '../ui/show-more.tsx'
import { revokeSentRequest } from './actions.ts'
import { describedByIds, ProposalRow, ProposalRows } from './proposal-rows.tsx'

interface SentRequestsProps {
  khateeb: Pick<KhateebRecord, 'sentRequests' | 'sentRequestCount'>
  more: ShowMoreProps
}

/** The khateeb's pending requests to masjids. */
export function SentRequests({ khateeb, more }: SentRequestsProps) {
  return (
    <Section title={t`Sent Requests to Masjids`}>
      <ProposalRows
        proposals={khateeb.sentRequests}
        count={khateeb.sentRequestCount}
        more={more}
        empty={{
          icon: Send,
          title: t`No sent requests`,
          hint: t`Your requests to masjids are listed here until they answer.`,
        }}
      >
        {(request, id) => (
          <ProposalRow
            id={id}
            proposal={request}
            who={<MasjidLink uid={request.masjidUid}>{request.masjidName}</MasjidLink>}
            actions={
              <ActionButton action={revokeSentRequest} given={request} describedBy={describedByIds(id)}>
                {t`Revoke`}
              </ActionButton>
            }
          />
        )}
      </ProposalRows>
    </Section>
  )
}
