import { t } from '@lingui/core/macro'
import { Send } from 'lucide-react'
import { ActionButton } from './action-button.tsx'
import { revokeSentRequest } from './actions.ts'
import { MasjidLink } from './name-link.tsx'
import { describing, ProposalRow, ProposalRows } from './proposal-rows.tsx'
import type { SentRequest } from './records.ts'
import { Section } from './section.tsx'

/** The khateeb's requests that wait for a masjid's answer. */
export function SentRequests({ requests }: { requests: readonly SentRequest[] }) {
  return (
    <Section title={t`Sent Requests to Masjids`}>
      <ProposalRows
        proposals={requests}
        empty={{
          icon: Send,
          title: t`No sent requests`,
          hint: t`Ask a masjid for an open slot, and it waits here for its answer.`,
        }}
      >
        {(request, id) => (
          <ProposalRow
            id={id}
            slot={request}
            who={<MasjidLink uid={request.masjidUid}>{request.masjidName}</MasjidLink>}
            actions={
              <ActionButton action={revokeSentRequest} given={request} describedBy={describing(id)}>
                {t`Revoke`}
              </ActionButton>
            }
          />
        )}
      </ProposalRows>
    </Section>
  )
}
