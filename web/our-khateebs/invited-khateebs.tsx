import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { CalendarDate, Instant } from '../app/formatted-values.tsx'
import { lingui } from '../app/i18n.ts'
import { lazyDialog } from '../app/lazy-dialog.tsx'
import { SlotTime } from '../app/slot-time.tsx'
import { ActionButton } from '../members/action-button.tsx'
import { Section, SectionButton } from '../members/section.tsx'
import { List, Row } from '../ui/list.tsx'
import { messages } from '../words/our-khateebs.en.po'
import { invitationRevocation, resendInvitation } from './invitation-actions.ts'
import type { PendingKhateebInvitation } from './our-khateebs-query.ts'

lingui.load('en', messages)

const KhateebInvitationDialog = lazyDialog(
  async () => (await import('./khateeb-invitation-dialog.tsx')).KhateebInvitationDialog,
)

/** The section in which owners invite khateebs by email. Lists the pending invitations. */
export function InvitedKhateebs({ invitations }: { invitations: readonly PendingKhateebInvitation[] }) {
  const [isInviting, setIsInviting] = useState(false)
  return (
    <Section
      title={t`Invited by Email`}
      aside={<SectionButton onClick={() => setIsInviting(true)}>{t`Invite a Khateeb`}</SectionButton>}
    >
      {invitations.length === 0 ? (
        <p className="text-muted">{t`Is your khateeb not on Minbar yet? Invite them by email. They’ll appear here once they accept.`}</p>
      ) : (
        <List label={t`Invited by Email`}>
          {invitations.map((it) => (
            <InvitationRow key={it.invitationId} invitation={it} />
          ))}
        </List>
      )}
      <KhateebInvitationDialog isOpen={isInviting} onClose={() => setIsInviting(false)} />
    </Section>
  )
}

function InvitationRow({ invitation }: { invitation: PendingKhateebInvitation }) {
  const id = useId()
  const { email, sentAt, expiresAt, slot } = invitation
  return (
    <Row
      title={
        <bdi id={id} className="wrap-anywhere">
          {email}
        </bdi>
      }
      detail={
        <>
          {slot !== null && (
            <p className="text-ink">
              <Trans>
                Asked to give the khutbah on <CalendarDate value={slot.date} /> · <SlotTime {...slot} />
              </Trans>
            </p>
          )}
          <p>
            <Trans>
              Sent <Instant value={sentAt} />
            </Trans>
          </p>
          <p>
            <Trans>
              The link works until <Instant value={expiresAt} />
            </Trans>
          </p>
        </>
      }
      actions={
        <>
          <ActionButton action={resendInvitation} given={invitation} describedBy={id}>
            {t`Send Again`}
          </ActionButton>
          <ActionButton action={invitationRevocation} given={invitation} describedBy={id}>
            {t`Revoke`}
          </ActionButton>
        </>
      }
    />
  )
}
