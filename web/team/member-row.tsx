import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { removeMember } from '../../contract/members.ts'
import { call } from '../app/api-call.ts'
import { Instant } from '../app/formatted-values.tsx'
import { lazyDialog } from '../app/lazy-dialog.tsx'
import type { Action } from '../app/use-action.ts'
import { ActionWithConfirmDialog } from '../members/action-with-confirm-dialog.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Row } from '../ui/list.tsx'
import { UserText } from '../ui/user-text.tsx'
import { nameOf, type TeamMember } from './member-queries.ts'
import { roleName } from './role-names.ts'

const ChangeRoleDialog = lazyDialog(async () => (await import('./change-role-dialog.tsx')).ChangeRoleDialog)
const ChangeNameDialog = lazyDialog(async () => (await import('./change-name-dialog.tsx')).ChangeNameDialog)

const removal: Action<TeamMember> = {
  run: ({ personId }) => call(removeMember, { personId }),
  done: (_, member) => t`${nameOf(member)} is no longer a member.`,
  failed: () => t`Failed to remove this member.`,
}

interface MemberRowProps {
  member: TeamMember
  /** Whether the caller, as an owner, may change and remove the other members. */
  isManaged: boolean
}

/** A member with their role. */
export function MemberRow({ member, isManaged }: MemberRowProps) {
  const id = useId()
  const { name, email, memberRole, since, isCaller } = member
  return (
    <Row
      title={
        <bdi id={id} className="wrap-anywhere">
          {nameOf(member)}
        </bdi>
      }
      status={
        <>
          <Badge tone={memberRole === 'owner' ? 'accent' : 'neutral'}>{roleName(memberRole)}</Badge>
          {isCaller && <Badge tone="info">{t`You`}</Badge>}
        </>
      }
      detail={
        <>
          {name !== null && (
            <p>
              <bdi className="wrap-anywhere">{email}</bdi>
            </p>
          )}
          <p className="text-sm">
            <Trans>
              Member since <Instant value={since} />
            </Trans>
          </p>
        </>
      }
      actions={
        isCaller ? (
          <ChangeName name={name} />
        ) : (
          isManaged && (
            <>
              <ChangeRole member={member} describedBy={id} />
              <ActionWithConfirmDialog
                action={removal}
                given={member}
                label={t`Remove`}
                describedBy={id}
                title={
                  <Trans>
                    Remove <UserText text={nameOf(member)} />?
                  </Trans>
                }
                busyText={t`Removing...`}
              >
                <p>{t`They lose access to your masjid at once: its khutbahs, khateebs, requests and members. If they act for nothing else on Minbar, their account is deleted, too.`}</p>
              </ActionWithConfirmDialog>
            </>
          )
        )
      }
    />
  )
}

function ChangeRole({ member, describedBy }: { member: TeamMember; describedBy: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" aria-describedby={describedBy} onClick={() => setIsOpen(true)}>
        {t`Change Role`}
      </Button>
      <ChangeRoleDialog member={member} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}

function ChangeName({ name }: { name: string | null }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        {name === null ? t`Add Your Name` : t`Change Your Name`}
      </Button>
      <ChangeNameDialog name={name} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
