import { t } from '@lingui/core/macro'
import { Send } from 'lucide-react'
import type { MasjidRecord } from '../directory/record-queries.ts'
import { ActionButton } from '../members/action-button.tsx'
import { KhateebLink } from '../members/name-link.tsx'
import { Section } from '../members/section.tsx'
import type { ShowMoreProps } from '../ui/show-more.tsx'
import { revokeInvite } from './actions.ts'
import { describedByIds, ProposalRow, ProposalRows } from './proposal-rows.tsx'

interface SentInvitesProps {
  masjid: Pick<MasjidRecord, 'sentInvites' | 'sentInviteCount'>
  more: ShowMoreProps
}

/** The masjid's pending invites to khateebs. */
export function SentInvites({ masjid, more }: SentInvitesProps) {
  return (
    <Section title={t`Sent Requests`}>
      <ProposalRows
        proposals={masjid.sentInvites}
        count={masjid.sentInviteCount}
        more={more}
        empty={{
          icon: Send,
          title: t`No sent requests`,
          hint: t`Your invites to khateebs are listed here until they answer.`,
        }}
      >
        {(invite, id) => (
          <ProposalRow
            id={id}
            proposal={invite}
            who={<KhateebLink uid={invite.khateebUid}>{invite.khateebName}</KhateebLink>}
            actions={
              <ActionButton action={revokeInvite} given={invite} describedBy={describedByIds(id)}>
                {t`Revoke`}
              </ActionButton>
            }
          />
        )}
      </ProposalRows>
    </Section>
  )
}
