import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId, useState } from 'react'
import type { OutputOf } from '../../contract/endpoint.ts'
import { revokeInvitation } from '../../contract/members.ts'
import { call } from '../app/api-call.ts'
import { Instant } from '../app/formatted-values.tsx'
import { lazyDialog } from '../app/lazy-dialog.tsx'
import type { Action } from '../app/use-action.ts'
import { ActionButton } from '../members/action-button.tsx'
import { Section } from '../members/section.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { List, Row } from '../ui/list.tsx'
import type { PendingInvitation } from './member-queries.ts'
import { roleName } from './role-names.ts'

const revocation: Action<PendingInvitation, OutputOf<typeof revokeInvitation>> = {
  run: ({ invitationId }) => call(revokeInvitation, { invitationId }),
  done: ({ changed }, { email }) =>
    changed
      ? t`The invitation to ${email} no longer works.`
      : { text: t`The invitation to ${email} was already used or revoked.`, isInfo: true },
  failed: () => t`Failed to revoke the invitation.`,
}

const MemberInvitationDialog = lazyDialog(
  async () => (await import('./member-invitation-dialog.tsx')).MemberInvitationDialog,
)

/** The pending and expired invitations, each with buttons that send it again and revoke it. */
export function PendingInvitations({ invitations }: { invitations: readonly PendingInvitation[] }) {
  return (
    <Section title={t`Pending Invitations`}>
      <List>
        {invitations.map((it) => (
          <InvitationRow key={it.invitationId} invitation={it} />
        ))}
      </List>
    </Section>
  )
}

function InvitationRow({ invitation }: { invitation: PendingInvitation }) {
  const id = useId()
  const [isResending, setIsResending] = useState(false)
  const { email, memberRole, sentAt, expiresAt, expired } = invitation
  return (
    <Row
      title={
        <bdi id={id} className="wrap-anywhere">
          {email}
        </bdi>
      }
      status={
        <>
          <Badge>{roleName(memberRole)}</Badge>
          {expired && <Badge tone="warning">{t`Expired`}</Badge>}
        </>
      }
      detail={
        <>
          <p>
            <Trans>
              Sent <Instant value={sentAt} />
            </Trans>
          </p>
          <p>
            {expired ? (
              <Trans>
                The link worked until <Instant value={expiresAt} />
              </Trans>
            ) : (
              <Trans>
                The link works until <Instant value={expiresAt} />
              </Trans>
            )}
          </p>
        </>
      }
      actions={
        <>
          <Button variant="secondary" aria-describedby={id} onClick={() => setIsResending(true)}>
            {t`Send Again`}
          </Button>
          <ActionButton action={revocation} given={invitation} describedBy={id}>
            {expired ? t`Remove` : t`Revoke`}
          </ActionButton>
          <MemberInvitationDialog
            pending={invitation}
            isOpen={isResending}
            onClose={() => setIsResending(false)}
          />
        </>
      }
    />
  )
}
