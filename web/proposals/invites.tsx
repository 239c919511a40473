import { t } from '@lingui/core/macro'
import { Inbox } from 'lucide-react'
import { ActionButton } from './action-button.tsx'
import { acceptInvite, rejectInvite } from './actions.ts'
import { MasjidLink } from './name-link.tsx'
import { describing, ProposalRow, ProposalRows } from './proposal-rows.tsx'
import type { Invite } from './records.ts'
import { Section } from './section.tsx'

interface InvitesProps {
  id: string
  invites: readonly Invite[]
}

/** The invites that wait for the khateeb's answer. */
export function Invites({ id, invites }: InvitesProps) {
  return (
    <Section id={id} title={t`Pending Requests to Give Khutbah`}>
      <ProposalRows
        proposals={invites}
        empty={{
          icon: Inbox,
          title: t`No pending requests`,
          hint: t`When a masjid invites you, you answer here.`,
        }}
      >
        {(invite, id) => (
          <ProposalRow
            id={id}
            slot={invite}
            who={<MasjidLink uid={invite.masjidUid}>{invite.masjidName}</MasjidLink>}
            actions={
              <>
                <ActionButton
                  action={acceptInvite}
                  given={invite}
                  describedBy={describing(id)}
                  variant="soft"
                >
                  {t`Accept`}
                </ActionButton>
                <ActionButton action={rejectInvite} given={invite} describedBy={describing(id)}>
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
