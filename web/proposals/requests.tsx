import { t } from '@lingui/core/macro'
import { ActionButton } from './action-button.tsx'
import { approveRequest, rejectRequest } from './actions.ts'
import { KhateebLink } from './name-link.tsx'
import { ProposalRow, ProposalRows } from './proposal-rows.tsx'
import type { Request } from './records.ts'
import { Section } from './section.tsx'

interface RequestsProps {
  id: string
  requests: readonly Request[]
}

/** The requests that wait for the masjid's answer. */
export function Requests({ id, requests }: RequestsProps) {
  return (
    <Section id={id} title={t`Pending Requests`}>
      <ProposalRows proposals={requests} empty={t`No pending requests`}>
        {(request, id) => (
          <ProposalRow
            id={id}
            slot={request}
            who={<KhateebLink uid={request.requesterId}>{request.requesterName}</KhateebLink>}
            actions={
              <>
                <ActionButton action={approveRequest} given={request} describedBy={id} variant="primary">
                  {t`Approve`}
                </ActionButton>
                <ActionButton action={rejectRequest} given={request} describedBy={id}>
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
