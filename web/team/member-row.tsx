import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ComponentType, useId, useState } from 'react'
import { Instant } from '../app/formatted-values.tsx'
import { lazyDialog } from '../app/lazy-dialog.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Row } from '../ui/list.tsx'
import { nameOf, type TeamMember } from './member-queries.ts'
import { roleName } from './role-names.ts'

const ChangeRoleDialog = lazyDialog(async () => (await import('./change-role-dialog.tsx')).ChangeRoleDialog)
const RemoveMemberDialog = lazyDialog(
  async () => (await import('./remove-member-dialog.tsx')).RemoveMemberDialog,
)
const ChangeNameDialog = lazyDialog(async () => (await import('./change-name-dialog.tsx')).ChangeNameDialog)

interface MemberRowProps {
  member: TeamMember
  /** Whether the caller is an owner, who may change and remove the other members. */
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
              <MemberDialogButton Dialog={ChangeRoleDialog} member={member} describedBy={id}>
                {t`Change Role`}
              </MemberDialogButton>
              <MemberDialogButton Dialog={RemoveMemberDialog} member={member} describedBy={id}>
                {t`Remove`}
              </MemberDialogButton>
            </>
          )
        )
      }
    />
  )
}

interface MemberDialogButtonProps {
  Dialog: ComponentType<{ member: TeamMember; isOpen: boolean; onClose: () => void }>
  member: TeamMember
  describedBy: string
  children: string
}

function MemberDialogButton({ Dialog, member, describedBy, children }: MemberDialogButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" aria-describedby={describedBy} onClick={() => setIsOpen(true)}>
        {children}
      </Button>
      <Dialog member={member} isOpen={isOpen} onClose={() => setIsOpen(false)} />
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
