import { t } from '@lingui/core/macro'
import { Inbox } from 'lucide-react'
import type { KhateebRecord } from '../directory/record-queries.ts'
import { ActionButton } from '../members/action-button.tsx'
import { MasjidLink } from '../members/name-link.tsx'
import { Section } from '../members/section.tsx'
import type { ShowMoreProps } from '../ui/show-more.tsx'
import { acceptInvite, rejectInvite } from './actions.ts'
import { describedByIds, ProposalRow, ProposalRows } from './proposal-rows.tsx'

interface InvitesProps {
  id: string
  khateeb: Pick<KhateebRecord, 'invites' | 'inviteCount'>
  more: ShowMoreProps
}

/** The khateeb's pending invites. */
export function Invites({ id, khateeb, more }: InvitesProps) {
  return (
    <Section id={id} title={t`Pending Requests to Give Khutbah`}>
      <ProposalRows
        proposals={khateeb.invites}
        count={khateeb.inviteCount}
        more={more}
        empty={{
          icon: Inbox,
          title: t`No pending requests`,
          hint: t`When a masjid invites you, you answer here.`,
        }}
      >
        {(invite, id) => (
          <ProposalRow
            id={id}
            proposal={invite}
            who={<MasjidLink uid={invite.masjidUid}>{invite.masjidName}</MasjidLink>}
            actions={
              <>
                <ActionButton
                  action={acceptInvite}
                  given={invite}
                  describedBy={describedByIds(id)}
                  variant="soft"
                >
                  {t`Accept`}
                </ActionButton>
                <ActionButton action={rejectInvite} given={invite} describedBy={describedByIds(id)}>
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
