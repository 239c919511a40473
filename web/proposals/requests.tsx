import { t } from '@lingui/core/macro'
import { ActionButton } from './action-button.tsx'
import { approveRequest, rejectRequest } from './actions.ts'
import { KhateebLink } from './name-link.tsx'
import { ProposalRows } from './proposal-rows.tsx'
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
      <ProposalRows
        proposals={requests}
        empty={t`No pending requests`}
        who={({ requesterId, requesterName }) => <KhateebLink uid={requesterId}>{requesterName}</KhateebLink>}
        actions={(request, describedBy) => (
          <>
            <ActionButton action={approveRequest} given={request} describedBy={describedBy} variant="primary">
              {t`Approve`}
            </ActionButton>
            <ActionButton action={rejectRequest} given={request} describedBy={describedBy}>
              {t`Reject`}
            </ActionButton>
          </>
        )}
      />
    </Section>
  )
}
